import { dayMs } from '@sangam/shared/core/limits';
import { useEffect, useState } from 'react';
import { currentUserId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import { nowMs } from '../../../lib/clock';
import { answeredInTime, answerOf, committed, openDatabase } from '../../../lib/indexed-db';
import { openTabChannel } from '../../../lib/tab-channel';
import { chosenFilesOf } from '../browser-data';

/** A picture or file chosen here. Its content is stored under its id. */
export interface Attached {
  id: string;
  name: string;
  bytes: number;
  isPicture: boolean;
  /** Set for a picture that this browser can read. */
  width?: number;
  height?: number;
  /** The server rejected it: nothing is sent while it is attached. */
  isRefused?: true;
}

/** A file of a draft or of the outbox, with the id of its upload. */
export interface ChosenFile {
  id: string;
  uploadId: string;
  name: string;
  content: Blob;
  chosenAtMs: number;
}

/** Files are held in memory while the page is open; those that the browser refused to store exist only here. */
const inMemory = new Map<string, ChosenFile>();

/** One tab sends the messages of all, and asks the tab where a file was chosen for one that only that tab has. */
type Said = { asks: string } | { file: ChosenFile };
const TABS = 'files';
/** A tab that takes longer is frozen by the browser, or there is none. */
const TABS_ANSWER_WITHIN_MS = 2_000;
let tabs: ReturnType<typeof openTabChannel<Said>> | null = null;

function answerTabs(): void {
  tabs ??= openTabChannel<Said>(TABS, (said) => {
    const file = 'asks' in said && inMemory.get(said.asks);
    if (file) tabs?.post({ file });
  });
}

/** Returns a file that another tab has in memory, or null. The browser shares its content instead of copying it. */
function askTabs(id: string): Promise<ChosenFile | null> {
  return new Promise((resolve) => {
    const asking = openTabChannel<Said>(TABS, (said) => {
      if ('file' in said && said.file.id === id) end(said.file);
    });
    const end = (file: ChosenFile | null) => {
      clearTimeout(timer);
      asking.close();
      resolve(file);
    };
    const timer = setTimeout(end, TABS_ANSWER_WITHIN_MS, null);
    asking.post({ asks: id });
  });
}

// The next member of this browser gets none of them.
onReset(() => {
  inMemory.clear();
  tabs?.close();
  tabs = null;
});
const STORE = 'files';

/**
 * Opens the member's database for one request to its files and closes it, since an open one would block its deletion.
 * Returns null where the browser refuses, and undefined if it doesn't answer.
 */
const withFiles = <T>(
  mode: IDBTransactionMode,
  makeRequest: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null | undefined> => answeredInTime(inFiles(mode, makeRequest));

async function inFiles<T>(
  mode: IDBTransactionMode,
  makeRequest: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  const member = currentUserId();
  if (member === null) return null;
  let database: IDBDatabase | undefined;
  try {
    database = await openDatabase(chosenFilesOf(member), 1, (created) => {
      created.createObjectStore(STORE, { keyPath: 'id' });
    });
    const transaction = database.transaction(STORE, mode);
    const [answer] = await Promise.all([answerOf(makeRequest(transaction.objectStore(STORE))), committed(transaction)]);
    return answer;
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/** Holds a file until it is dropped; even through a reload if it `isPersistent` and the browser allows it. */
export async function storeFile(file: ChosenFile, isPersistent = true): Promise<void> {
  inMemory.set(file.id, file);
  answerTabs();
  if (isPersistent) await withFiles('readwrite', (files) => files.put(file));
}

/** Returns a chosen file, perhaps from another tab; null if it is gone, undefined if the browser doesn't answer. */
export async function readFile(id: string): Promise<ChosenFile | null | undefined> {
  const known = inMemory.get(id);
  if (known) return known;
  const found = await withFiles<ChosenFile[]>('readonly', (files) => files.getAll(id));
  if (found === undefined) return undefined;
  const stored = found?.[0] ?? (await askTabs(id));
  if (stored) inMemory.set(id, stored);
  return stored;
}

export async function dropFile(id: string): Promise<void> {
  inMemory.delete(id);
  await withFiles('readwrite', (files) => files.delete(id));
}

/** A file that no draft or message names after this time was never sent, since the page was closed first. */
const UNREFERENCED_AFTER_MS = dayMs;

/** Drops old files that nothing names. */
export async function dropForgotten(referenced: ReadonlySet<string>): Promise<void> {
  const all = (await withFiles<ChosenFile[]>('readonly', (files) => files.getAll())) ?? [];
  for (const { id, chosenAtMs } of all)
    if (!referenced.has(id) && nowMs() - chosenAtMs > UNREFERENCED_AFTER_MS) await dropFile(id);
}

/** The largest width or height of a picture in a thread, at two pixels per point. */
const THUMBNAIL_PIXELS = 480;

/**
 * Returns a small chosen picture as a data URI, since the page's policy forbids `blob:`. Null until ready, and for
 * unreadable pictures.
 */
export function useThumbnail(id: string): string | null {
  const [thumbnail, setThumbnail] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void makeThumbnail(id).then((dataUri) => isUnmounted || setThumbnail(dataUri));
    return () => {
      isUnmounted = true;
    };
  }, [id]);
  return thumbnail;
}

async function makeThumbnail(id: string): Promise<string | null> {
  const file = await readFile(id);
  if (!file) return null;
  try {
    const image = await createImageBitmap(file.content);
    const scale = Math.min(1, THUMBNAIL_PIXELS / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return canvas.toDataURL('image/webp', 0.8);
  } catch {
    return null;
  }
}
