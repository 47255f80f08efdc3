import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './worker.js';

export interface EmbeddedDatabase {
  /** A stream for `pg`, as if to a PostgreSQL server. There is one connection; the pool must have size 1. */
  connect(): Duplex;
  /** Writes a checkpoint and closes the files. */
  close(): Promise<void>;
}

/** Opens the embedded PostgreSQL in its own thread. `folder` null keeps everything in memory (tests). */
export async function openEmbedded(
  folder: string | null,
  onFailure: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(createRequire(import.meta.url).resolve('#embedded-worker'), { workerData: { folder } });
  let receive: (bytes: Uint8Array) => void = () => undefined;
  let closed: () => void = () => undefined;
  const send = (message: ToWorker) => worker.postMessage(message);

  const [first] = (await once(worker, 'message')) as [FromWorker];
  if (first.kind !== 'ready') throw new Error(`the embedded database did not open: ${JSON.stringify(first)}`);
  worker.on('error', onFailure);
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'bytes') receive(message.bytes);
    else if (message.kind === 'closed') closed();
    else if (message.kind === 'failed') onFailure(new Error(`the embedded database failed: ${message.message}`));
  });

  return {
    connect() {
      const stream = new WireStream(send);
      receive = (bytes) => {
        if (!stream.writableEnded) stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      };
      return stream;
    },
    async close() {
      await new Promise<void>((resolve) => {
        closed = resolve;
        send({ kind: 'close' });
      });
      await worker.terminate();
    },
  };
}

/** The part of a socket that `pg` uses, over messages to the worker. */
class WireStream extends Duplex {
  constructor(private readonly send: (message: ToWorker) => void) {
    super();
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
    this.send({ kind: 'bytes', bytes: new Uint8Array(chunk) });
    done();
  }
  // pg corks a query's messages: one message to the worker for all of them.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.send({ kind: 'bytes', bytes: new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))) });
    done();
  }
}
