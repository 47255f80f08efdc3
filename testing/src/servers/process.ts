import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { listenHere } from './listening.js';
import { UNOPTIMIZED } from './unoptimized.js';

const entry = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

/** Returns a port that is currently free. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenHere(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export interface ServerProcess {
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Resolves once it listens; rejects with its output if it ends first. */
  listening: Promise<void>;
  exited: Promise<number | null>;
}

/** Starts the built server in its own process, like `npm run serve`. */
export function spawnServer(env: Record<string, string>, args: readonly string[] = []): ServerProcess {
  const child = spawn(process.execPath, [...UNOPTIMIZED, entry, ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', RATE_LIMIT: 'off', MESSAGE_REQUESTS: 'off', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const listening = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('is running at')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then((code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  // Callers that do not wait for `listening` must not cause an unhandled rejection.
  listening.catch(() => undefined);
  return { child, output: () => output, listening, exited };
}
