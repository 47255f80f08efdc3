import { type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { liveParts } from '../realtime/live';
import type { KeptRow, KeptRows } from './cached-parts';
import { KEPT } from './delete-cache';

/** Raise it when the shape of what is kept changes: what an older version kept is then dropped. */
const FORMAT = 1;

/** The part that says who the member is. */
export const ME = 'me';

const PARTS: string = 'parts';

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
  rows: { kind: KeptRows; stored: Rows<KeptRow> }[];
  /** Undoes what this transaction has written. */
  undo(): void;
}

/** What the subjects keep rows of. */
export const rowKinds = (): KeptRows[] => liveParts().flatMap(({ offline }) => offline ?? []);

const open = (kinds: readonly KeptRows[]): Promise<IDBPDatabase> =>
  openDB(KEPT, FORMAT, {
    upgrade(database) {
      for (const name of database.objectStoreNames) database.deleteObjectStore(name);
      database.createObjectStore(PARTS, { keyPath: ['member', 'name'] });
      for (const { name } of kinds) database.createObjectStore(name, { keyPath: ['member', 'id'] });
    },
  });

/** A write that fails ends its transaction, whose own promise says so. */
const write = (written: Promise<unknown> | undefined): void => void written?.catch(() => undefined);

const rowsOf = <Row>(store: IDBPObjectStore<unknown, string[], string, IDBTransactionMode>): Rows<Row> => ({
  of: (member) => store.getAll(IDBKeyRange.bound([member], [member, []])),
  get: (key) => store.get(key),
  count: () => store.count(),
  put: (row) => write(store.put?.(row)),
  delete: (key) => write(store.delete?.(key)),
  deleteOthers(member) {
    write(store.delete?.(IDBKeyRange.upperBound([member], true)));
    write(store.delete?.(IDBKeyRange.lowerBound([member, []], true)));
  },
});

/**
 * Runs `work` in one transaction, and closes the database: an open one would hold up its deletion, in this tab and in others.
 * Null when nothing was read or written: the browser refuses (private modes, a newer version in another tab), or it was undone.
 */
export async function withKept<T>(mode: IDBTransactionMode, work: (kept: Kept) => Promise<T>): Promise<T | null> {
  let database: IDBPDatabase | undefined;
  try {
    const kinds = rowKinds();
    database = await open(kinds);
    const all = database.transaction([PARTS, ...kinds.map(({ name }) => name)], mode);
    const working = work({
      parts: rowsOf(all.objectStore(PARTS)),
      rows: kinds.map((kind) => ({ kind, stored: rowsOf(all.objectStore(kind.name)) })),
      undo: () => all.abort(),
    });
    const [result] = await Promise.all([working, all.done]);
    return result;
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
