import type { KeptThread } from '../../chat/state/thread/cached-threads';
import { KEPT } from './cache-name';

/** Raise it when the shape of what is kept changes: what an older version kept is then dropped. */
const FORMAT = 1;

/** The part that says who the member is. */
export const ME = 'me';

/** Each row names its member: the key finds only theirs, and a reader checks it again. */
interface KeptPart {
  member: number;
  name: string;
  data: unknown;
}

/** The rows of one kind, in one transaction. Their key begins with the member. */
interface Rows<Row> {
  of(member: number): Promise<Row[]>;
  get(key: [member: number, which: number | string]): Promise<Row | undefined>;
  count(): Promise<number>;
  put(row: Row): void;
  delete(key: [member: number, which: number | string]): void;
  /** Deletes all that is not this member's. */
  deleteOthers(member: number): void;
}

export interface Kept {
  parts: Rows<KeptPart>;
  threads: Rows<KeptThread>;
  /** Undoes what this transaction has written. */
  undo(): void;
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(KEPT, FORMAT);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    for (const name of result.objectStoreNames) result.deleteObjectStore(name);
    result.createObjectStore('parts', { keyPath: ['member', 'name'] });
    result.createObjectStore('threads', { keyPath: ['member', 'id'] });
  };
  return answerOf(opening);
}

const rowsOf = <Row>(store: IDBObjectStore): Rows<Row> => ({
  of: (member) => answerOf(store.getAll(IDBKeyRange.bound([member], [member, []]))),
  get: (key) => answerOf(store.get(key)),
  count: () => answerOf(store.count()),
  put: (row) => void store.put(row),
  delete: (key) => void store.delete(key),
  deleteOthers: (member) => {
    store.delete(IDBKeyRange.upperBound([member], true));
    store.delete(IDBKeyRange.lowerBound([member, []], true));
  },
});

/**
 * Runs `work` in one transaction, and closes the database: an open one would hold up its deletion, in this tab and in others.
 * Null when nothing was read or written: the browser refuses (private modes, a newer version in another tab), or it was undone.
 */
export async function withKept<T>(mode: IDBTransactionMode, work: (kept: Kept) => Promise<T>): Promise<T | null> {
  let database: IDBDatabase | undefined;
  try {
    database = await open();
    const all = database.transaction(['parts', 'threads'], mode);
    const ended = new Promise<boolean>((resolve) => {
      all.oncomplete = () => resolve(true);
      all.onabort = () => resolve(false);
    });
    const result = await work({
      parts: rowsOf(all.objectStore('parts')),
      threads: rowsOf(all.objectStore('threads')),
      undo: () => all.abort(),
    });
    return (await ended) ? result : null;
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
