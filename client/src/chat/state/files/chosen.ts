import { currentUserId } from '../../../core/session/session';
import { nowMs } from '../../../lib/clock';
import { chosenFilesOf } from './chosen-files-name';

/** A file that waits to be sent, and the id of its upload. */
export interface ChosenFile {
  id: string;
  uploadId: string;
  name: string;
  content: Blob;
  chosenAtMs: number;
}

/** Those that the browser refused to keep live in memory only, as all do while the page is open. */
const inMemory = new Map<string, ChosenFile>();
const STORE = 'files';

async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  const member = currentUserId();
  if (member === null) return null;
  try {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(chosenFilesOf(member), 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = work(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      // An open one would hold up its deletion.
      database.close();
    }
  } catch {
    return null;
  }
}

/** Keeps a file until it is dropped, also over a reload where the browser allows that. */
export async function keepFile(file: ChosenFile): Promise<void> {
  inMemory.set(file.id, file);
  await withStore('readwrite', (store) => store.put(file));
}

/** null where it is not there any more. */
export async function readFile(id: string): Promise<ChosenFile | null> {
  const known = inMemory.get(id);
  if (known) return known;
  const kept = (await withStore<ChosenFile | undefined>('readonly', (store) => store.get(id))) ?? null;
  if (kept) inMemory.set(id, kept);
  return kept;
}

export async function dropFile(id: string): Promise<void> {
  inMemory.delete(id);
  await withStore('readwrite', (store) => store.delete(id));
}

/** What no message of the outbox names a day later was never sent: the page was closed before. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Drops files that were chosen long ago and that nothing names. */
export async function dropForgotten(named: ReadonlySet<string>): Promise<void> {
  const all = (await withStore<ChosenFile[]>('readonly', (store) => store.getAll())) ?? [];
  for (const { id, chosenAtMs } of all)
    if (!named.has(id) && nowMs() - chosenAtMs > FORGOTTEN_AFTER_MS) await dropFile(id);
}
