import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atExit } from './at-exit.js';
import { freePort } from './process.js';
import { childrenOf } from './process-usage.js';

export interface TemporaryPostgres {
  url: string;
  pid(): number;
  /** Kills the server and all its processes (SIGKILL), and starts it again with recovery. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';

/** The folder of `initdb` and `postgres`: on the PATH, or where Debian puts it. Null if PostgreSQL is not installed. */
function binaries(): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    ...(existsSync(DEBIAN)
      ? readdirSync(DEBIAN)
          .sort()
          .reverse()
          .map((version) => join(DEBIAN, version, 'bin'))
      : []),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
  // A PATH entry may hold links to some of the programs; the folder they point to has them all.
  return found === undefined ? null : dirname(realpathSync(join(found, 'postgres')));
}

/** Starts a PostgreSQL in a temporary folder, with its default, durable settings. Null if none is installed. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres | null> {
  const bin = binaries();
  if (bin === null) return null;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'sangam-postgres-'));
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? postgresAccount() : {};
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'sangam', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...account,
    stdio: 'ignore',
    cwd: folder,
  });
  const options = ['-c', `unix_socket_directories=${folder}`, '-c', 'listen_addresses=127.0.0.1'];
  const launch = async () => {
    let said = '';
    const launched = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
    });
    launched.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-2_000);
    });
    await untilReady(join(bin, 'pg_isready'), port, () => said);
    return launched;
  };
  let server = await launch();
  atExit(() => server.kill('SIGQUIT'));
  const ended = (signal: NodeJS.Signals) => {
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    return exited;
  };
  return {
    url: `postgres://sangam@127.0.0.1:${port}/postgres`,
    pid: () => server.pid ?? 0,
    async crash() {
      const children = childrenOf(server.pid ?? 0);
      const gone = ended('SIGKILL');
      for (const child of children) killQuietly(child);
      await gone;
      rmSync(join(data, 'postmaster.pid'), { force: true });
      server = await launch();
    },
    async stop() {
      await ended('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const numberFrom = (command: string, args: string[]) =>
  Number(execFileSync(command, args, { encoding: 'utf8' }).trim());
const postgresAccount = (): { uid?: number; gid?: number } => ({
  uid: numberFrom('id', ['-u', 'postgres']),
  gid: numberFrom('id', ['-g', 'postgres']),
});

const READY_WITHIN_MS = 30_000;

async function untilReady(pgIsReady: string, port: number, said: () => string): Promise<void> {
  const endMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < endMs) {
    // The exit code says whether it is ready.
    if (spawnSync(pgIsReady, ['-h', '127.0.0.1', '-p', String(port), '-q']).status === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`PostgreSQL did not start within ${READY_WITHIN_MS / 1_000} s:\n${said()}`);
}
