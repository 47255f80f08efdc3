import { type ChildProcess, spawn } from 'node:child_process';
import { createClient } from 'redis';
import { eventually } from './eventually.js';
import { freePort } from './process.js';

export interface RedisServer {
  url: string;
  /** SIGKILL, as a crash would. */
  kill(): Promise<void>;
  /** SIGSTOP: it takes connections and answers nothing. */
  hang(): void;
  resume(): void;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
}

/** A Redis of the test's own, or null when this machine has none. */
export async function startRedis(): Promise<RedisServer | null> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;

  const start = async () => {
    child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
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
  try {
    await start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return {
    url,
    start,
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        if (child.exitCode !== null || !child.kill('SIGKILL')) resolve();
      }),
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
