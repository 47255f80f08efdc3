import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyEmbedded } from '@sangam/testing/database/copy-embedded';
import { runOnFolder } from '@sangam/testing/database/embedded-sql';
import { copyDatabase, onDatabase, type Template } from '@sangam/testing/database/template';
import { freePort, spawnServer } from '@sangam/testing/servers/process';

/** Where a server's data is stored. */
interface Place {
  dataDir: string;
  /** Empty if the embedded database is used. */
  databaseUrl: string;
  /** Runs an SQL statement. With the embedded database, the server must not be running. */
  run(statement: string): Promise<void>;
  remove(): Promise<void>;
}

/** The built server as a process. */
export interface RunningServer extends Pick<Place, 'dataDir' | 'run'> {
  url: string;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, with some settings changed. */
  restart(changed?: Record<string, string>): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** Creates a place: a copy of the template, or an empty embedded database. */
export async function createPlace(template?: Template): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sangam-browser-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (template?.kind === 'postgres') {
    const { url, drop } = await copyDatabase(template);
    const run = async (statement: string) => void (await onDatabase(url, statement));
    return {
      dataDir,
      databaseUrl: url,
      run,
      remove: () => Promise.all([drop(), removeFolder()]).then(() => undefined),
    };
  }
  if (template) await copyEmbedded(template.folder, dataDir);
  return { dataDir, databaseUrl: '', run: (statement) => runOnFolder(dataDir, statement), remove: removeFolder };
}

/** Starts the built server. Resolves once it listens. */
export async function startServer(place: Place, settings: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort();
  const { dataDir, databaseUrl, run, remove } = place;
  const env = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    HOST: '0.0.0.0',
    JWT_SECRET: randomBytes(32).toString('hex'),
  };
  const start = (changed: Record<string, string> = {}) => spawnServer({ ...env, ...settings, ...changed });
  let server = start();
  await server.listening;
  return {
    url: `http://localhost:${port}`,
    dataDir,
    run,
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
      await remove();
    },
  };
}
