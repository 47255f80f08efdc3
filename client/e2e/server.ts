import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyEmbedded } from '@sangam/testing/database/copy-embedded';
import { freePort, spawnServer } from '@sangam/testing/servers/process';

/** The built server as a process on an embedded database. */
export interface RunningServer {
  url: string;
  dataDir: string;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, with some settings changed. */
  restart(changed?: Record<string, string>): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** A new data folder: empty, or a copy. */
export async function createDataDir(templateDir?: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sangam-browser-'));
  if (templateDir !== undefined) await copyEmbedded(templateDir, dataDir);
  return dataDir;
}

/** Resolves once it listens. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort();
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', HOST: '0.0.0.0' };
  const start = (changed: Record<string, string> = {}) => spawnServer({ ...env, ...settings, ...changed });
  let server = start();
  await server.listening;
  return {
    url: `http://localhost:${port}`,
    dataDir,
    async kill() {
      server.child.kill('SIGKILL');
      await server.exited;
    },
    async restart(changed) {
      server = start(changed);
      await server.listening;
    },
    async close() {
      server.child.kill('SIGTERM');
      await server.exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
