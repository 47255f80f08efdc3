/**
 * The thread of the embedded database. It speaks PostgreSQL's wire protocol, so that `pg` works on it unchanged, and a long
 * query never blocks the server's event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

export type ToWorker = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'close' };
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'closed' }
  | { kind: 'failed'; message: string };

const port = parentPort;
if (!port) throw new Error('the embedded database runs in a worker thread');
const answer = (message: FromWorker) => port.postMessage(message);
const failed = (error: unknown) =>
  answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });

const { folder } = workerData as { folder: string | null };
const database = await PGlite.create({ ...(folder === null ? {} : { dataDir: folder }), extensions: { pg_trgm } });

port.on('message', (message: ToWorker) => {
  if (message.kind === 'bytes') {
    database.execProtocolRaw(message.bytes).then((bytes) => answer({ kind: 'bytes', bytes }), failed);
    return;
  }
  database
    .exec('CHECKPOINT')
    .then(() => database.close())
    .then(() => answer({ kind: 'closed' }), failed);
});
answer({ kind: 'ready' });
