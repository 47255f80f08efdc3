import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { atExit } from './at-exit.js';
import { freePort } from './process.js';

const READY_WITHIN_MS = 5_000;

/** Starts a Redis without persistence. Null if none is installed. */
export async function startTemporaryRedis(): Promise<{ url: string; pid: number; stop(): void } | null> {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  const installed = await new Promise<boolean>((resolve) =>
    child.once('spawn', () => resolve(true)).once('error', () => resolve(false)),
  );
  if (!installed) return null;
  atExit(() => child.kill('SIGKILL'));
  const url = `redis://127.0.0.1:${port}`;
  const client = createClient({ url }).on('error', () => undefined);
  await Promise.race([
    client.connect(),
    sleep(READY_WITHIN_MS).then(() => Promise.reject(new Error('Redis did not answer'))),
  ]);
  client.destroy();
  return { url, pid: child.pid ?? 0, stop: () => void child.kill() };
}
