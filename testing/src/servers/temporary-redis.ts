import { type ChildProcess, spawn } from 'node:child_process';
import { createClient } from '@redis/client';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import { eventually } from '../eventually.js';
import { atExit } from './at-exit.js';
import { freePort } from './process.js';

export interface TemporaryRedis {
  url: string;
  pid(): number;
  /** SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** SIGSTOP: it accepts connections but does not answer. */
  hang(): void;
  resume(): void;
  /** Starts it again on the same port, without data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis without persistence; null if none is installed. */
export async function startTemporaryRedis(): Promise<TemporaryRedis | null> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async () => {
    // A replica loads its copy of the primary without a file, too.
    const inMemory = ['--save', '', '--appendonly', 'no', '--repl-diskless-load', 'swapdb'];
    child = spawn('redis-server', ['--port', String(port), ...inMemory], { stdio: 'ignore' });
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    await eventually(async () => {
      const client = createClient({
        url,
        socket: { reconnectStrategy: false, connectTimeout: 1_000, socketTimeout: 1_000 },
      }).on('error', () => undefined);
      await client.connect();
      await client.ping();
      client.destroy();
    });
  };
  const kill = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      if (child.exitCode !== null || !child.kill('SIGKILL')) resolve();
    });
  try {
    await start();
  } catch (error) {
    if (fieldsOf(error).code === 'ENOENT') return null;
    throw error;
  }
  atExit(() => child.kill('SIGKILL'));
  return {
    url,
    pid: () => child.pid ?? 0,
    start,
    kill,
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    // This Redis stores nothing, so it need not end cleanly.
    stop: kill,
  };
}
