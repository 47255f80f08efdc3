import { within } from './within';

/** A storage that takes longer may never answer, as WebKit's after some reloads. */
const ANSWERS_WITHIN_MS = 5_000;

/** Returns the storage's answer, or undefined if it doesn't come in time. Work that is answered later is done even so. */
export const answeredInTime = <T>(answer: Promise<T>): Promise<T | undefined> => within(ANSWERS_WITHIN_MS, answer);

/** Waits for the answer to a request of IndexedDB. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens a database. `create` creates its stores if this version of it is new. */
export function openDatabase(name: string, version: number, create: (database: IDBDatabase) => void) {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => create(request.result);
  return answerOf(request);
}

/** Waits until a transaction is committed. */
export const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
