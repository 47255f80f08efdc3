import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { FromWorker, ToWorker } from './worker.js';

interface EmbeddedDatabase {
  /** Returns a stream for `pg`, as if to a PostgreSQL server. There is one connection; the pool must have size 1. */
  connect(): Duplex;
  /**
   * Copies the database's files to the new folder `to`, as of one moment; queries wait in the meantime. The copy holds everything that was
   * committed.
   */
  copyTo(to: string): Promise<void>;
  /** Writes a checkpoint and closes the files. */
  close(): Promise<void>;
}

const REOPEN_AFTER_MS = 500;
/** On a full disk, opening may hang. */
const REOPENS_WITHIN_MS = 30_000;

/**
 * Opens the embedded PostgreSQL in its own thread. If PostgreSQL stops itself (PANIC: no room for its log), it is reopened and
 * recovers what was committed; before that, connections are refused.
 */
export async function openEmbedded(
  folder: string,
  log: Logger,
  onFailure: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  let worker: Worker | null = null;
  let stream: WireStream | null = null;
  let closed: () => void = () => undefined;
  let copied: (error: string | null) => void = () => undefined;
  let closing = false;

  const attach = (opened: Worker) => {
    worker = opened;
    opened.on('error', onFailure);
    opened.on('message', (message: FromWorker) => {
      if (message.kind === 'bytes') stream?.receive(message.bytes);
      else if (message.kind === 'closed') closed();
      else if (message.kind === 'copied') copied(message.error);
      else if (message.kind === 'panicked') void reopen(opened);
      else if (message.kind === 'failed') onFailure(new Error(`the embedded database failed: ${message.message}`));
    });
  };

  const reopen = async (stopped: Worker) => {
    log.error('the embedded database has stopped itself; it is opened again');
    worker = null;
    copied('the embedded database has stopped');
    stream?.destroy(refused('ECONNRESET'));
    await stopped.terminate();
    while (!closing) {
      try {
        attach(await startWorker(folder, AbortSignal.timeout(REOPENS_WITHIN_MS)));
        log.info('the embedded database is open again');
        return;
      } catch (error) {
        log.warn({ err: error }, 'the embedded database cannot be opened yet; trying again');
        await sleep(REOPEN_AFTER_MS);
      }
    }
  };

  attach(await startWorker(folder));
  return {
    connect() {
      const own = new WireStream((bytes) => {
        if (worker === null) own.destroy(refused('ECONNREFUSED'));
        else worker.postMessage({ kind: 'bytes', bytes } satisfies ToWorker);
      });
      stream = own;
      return own;
    },
    copyTo(to) {
      return new Promise((resolve, reject) => {
        if (worker === null) return reject(refused('ECONNREFUSED'));
        copied = (error) => (error === null ? resolve() : reject(new Error(error)));
        worker.postMessage({ kind: 'copy', to } satisfies ToWorker);
      });
    },
    async close() {
      closing = true;
      const last = worker;
      if (last === null) return;
      await new Promise<void>((resolve) => {
        closed = resolve;
        last.postMessage({ kind: 'close' } satisfies ToWorker);
      });
      await last.terminate();
    },
  };
}

const refused = (code: string) => Object.assign(new Error('the embedded database is being opened again'), { code });

/** Returns a worker whose database is open; throws when it does not open. */
async function startWorker(folder: string, signal?: AbortSignal): Promise<Worker> {
  const worker = new Worker(createRequire(import.meta.url).resolve('#embedded-worker'), { workerData: { folder } });
  try {
    const [first]: FromWorker[] = await once(worker, 'message', signal ? { signal } : {});
    if (first?.kind !== 'ready') throw new Error(`the embedded database did not open: ${JSON.stringify(first)}`);
    return worker;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

/** The part of a socket that `pg` uses, over messages to the worker. */
class WireStream extends Duplex {
  constructor(private readonly send: (bytes: Uint8Array) => void) {
    super();
  }
  receive(bytes: Uint8Array): void {
    if (!this.writableEnded) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  override _read(): void {}
  // Closes when `pg` ends it, as a socket does: a pool that ends during a statement waits for that.
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.send(new Uint8Array(chunk));
    done();
  }
  // pg corks a query's messages: one message to the worker for all of them.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }
}
