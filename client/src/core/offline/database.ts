import { answeredInTime, answerOf, committed, openDatabase } from '../../lib/indexed-db';
import { type CachedRow, type CachedRows, liveParts } from '../realtime/live';
import { DATABASE } from '../session/delete-cache';

/** Raise it when the shape of the cached data changes: older data is then dropped. */
const FORMAT = 1;

/** The name of the part that holds the signed-in member. */
export const ME = 'me';

const PARTS: string = 'parts';

/** Each row names its member: the key finds only the member's rows, and reading checks them again. */
interface CachedPart {
  member: number;
  name: string;
  data: unknown;
}

/** The rows of one kind, in one transaction. Their key begins with the member. */
export interface Rows<Row> {
  of(member: number): Promise<Row[]>;
  get(key: [member: number, which: number | string]): Promise<Row | undefined>;
  count(): Promise<number>;
  put(row: Row): void;
  delete(key: [member: number, which: number | string]): void;
  /** Deletes the rows of all other members. */
  deleteOthers(member: number): void;
}

export interface CacheTransaction {
  parts: Rows<CachedPart>;
  rows: { kind: CachedRows; stored: Rows<CachedRow> }[];
  /** Undoes this transaction's writes. */
  undo(): void;
}

/** Returns the kinds of rows that the subjects cache. */
export const rowKinds = (): CachedRows[] => liveParts().flatMap(({ offline }) => offline ?? []);

const open = (kinds: readonly CachedRows[]): Promise<IDBDatabase> =>
  openDatabase(DATABASE, FORMAT, (database) => {
    for (const name of database.objectStoreNames) database.deleteObjectStore(name);
    database.createObjectStore(PARTS, { keyPath: ['member', 'name'] });
    for (const { name } of kinds) database.createObjectStore(name, { keyPath: ['member', 'id'] });
  });

/** A failed write ends its transaction, whose own promise reports it. */
const rowsOf = <Row>(store: IDBObjectStore): Rows<Row> => ({
  of: (member) => answerOf(store.getAll(IDBKeyRange.bound([member], [member, []]))),
  get: (key) => answerOf(store.get(key)),
  count: () => answerOf(store.count()),
  put: (row) => void store.put(row),
  delete: (key) => void store.delete(key),
  deleteOthers(member) {
    store.delete(IDBKeyRange.upperBound([member], true));
    store.delete(IDBKeyRange.lowerBound([member, []], true));
  },
});

/**
 * Runs `work` in one transaction and closes the database, since an open one would block its deletion in all tabs.
 * Returns null if the browser refuses (private modes, a newer version in another tab), the transaction was undone, or the browser doesn't
 * answer.
 */
export const withCache = async <T>(
  mode: IDBTransactionMode,
  work: (cache: CacheTransaction) => Promise<T>,
): Promise<T | null> => (await answeredInTime(inTransaction(mode, work))) ?? null;

async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (cache: CacheTransaction) => Promise<T>,
): Promise<T | null> {
  let database: IDBDatabase | undefined;
  try {
    const kinds = rowKinds();
    database = await open(kinds);
    const all = database.transaction([PARTS, ...kinds.map(({ name }) => name)], mode);
    const working = work({
      parts: rowsOf(all.objectStore(PARTS)),
      rows: kinds.map((kind) => ({ kind, stored: rowsOf(all.objectStore(kind.name)) })),
      undo: () => all.abort(),
    });
    const [result] = await Promise.all([working, committed(all)]);
    return result;
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
