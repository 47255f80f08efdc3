/**
 * The thread of the embedded database. It speaks PostgreSQL's wire protocol, so that `pg` works on it unchanged, and a long
 * query never blocks the server's event loop.
 */
import { constants, cpSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openSynced } from './synced-files.js';

export type ToWorker = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'copy'; to: string } | { kind: 'close' };
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'panicked' }
  | { kind: 'copied'; error: string | null }
  | { kind: 'closed' }
  | { kind: 'failed'; message: string };

const ERROR_RESPONSE = 'E'.charCodeAt(0);
const port = parentPort;
if (!port) throw new Error('the embedded database runs in a worker thread');
const answer = (message: FromWorker) => port.postMessage(message);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const failed = (error: unknown) => answer({ kind: 'failed', message: messageOf(error) });

const { folder }: { folder: string } = workerData;
const database = await openSynced(folder);

let panicked = false;

port.on('message', (message: ToWorker) => {
  if (message.kind === 'bytes') {
    if (panicked) return;
    exchange(message.bytes).then((bytes) => {
      panicked = holdsPanic(bytes);
      answer({ kind: 'bytes', bytes });
      if (panicked) answer({ kind: 'panicked' });
    }, failed);
    return;
  }
  if (message.kind === 'copy') {
    answer({ kind: 'copied', error: copyFiles(message.to) });
    return;
  }
  database
    .exec('CHECKPOINT')
    .then(() => database.close())
    .then(() => answer({ kind: 'closed' }), failed);
});

/**
 * Returns PostgreSQL's answer to the bytes of a client. PGlite's `execProtocolRaw` also parses each answer, and keeps every row until the
 * thread ends.
 */
async function exchange(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  // Each part is a view of memory that PostgreSQL uses again.
  await database.execProtocolRawStream(bytes, { onRawData: (part) => void parts.push(part.slice()) });
  const answered = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    answered.set(part, at);
    at += part.length;
  }
  return answered;
}

/**
 * Copies the files while nothing writes to them: PostgreSQL runs in this thread alone. The copy is in the state that a crash
 * would leave, with every committed change in the log, and PostgreSQL recovers it when it is opened. Returns an error message, or
 * null.
 */
function copyFiles(to: string): string | null {
  try {
    cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Whether PostgreSQL reports that it has stopped, because its disk is full for example: an ErrorResponse with severity PANIC. */
function holdsPanic(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 5 <= view.length; at += 1 + view.readUInt32BE(at + 1))
    if (view[at] === ERROR_RESPONSE && view.toString('latin1', at + 5, at + 12) === 'SPANIC\0') return true;
  return false;
}
answer({ kind: 'ready' });
