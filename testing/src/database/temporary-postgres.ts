import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../servers/process.js';
import { childrenOf } from '../servers/process-usage.js';
import { atExit } from '../setup/at-exit.js';

export interface TemporaryPostgres {
  url: string;
  pid(): number;
  /** `kill -9` of the server and of all its processes, then a start that recovers. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';

/** Where `initdb` and `postgres` are: on the PATH, or where Debian puts them. Null when PostgreSQL is not installed. */
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
  // A PATH entry may be a few links; the folder they point to holds every program.
  return found === undefined ? null : dirname(realpathSync(join(found, 'postgres')));
}

/** Settings that are only unsafe when PostgreSQL itself or the machine crashes. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** Parallel tests start many servers with a pool each. */
const SHARED = ['max_connections=500'];
const RAM_FOLDER = '/dev/shm';
const RAM_NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Starts a PostgreSQL in a temporary folder. Null if none is installed. `durable`: on disk, with its default settings;
 * otherwise its data may be lost in a crash, and is kept in memory if there is room.
 */
export async function startTemporaryPostgres({ durable = true } = {}): Promise<TemporaryPostgres | null> {
  const bin = binaries();
  if (bin === null) return null;
  const port = await freePort();
  const folder = mkdtempSync(join(durable ? tmpdir() : roomiest(), 'sangam-postgres-'));
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? postgresAccount() : {};
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'sangam', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...account,
    stdio: 'ignore',
    cwd: folder,
  });
  const options = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
    ...(durable ? [] : [...NOT_DURABLE, ...SHARED]),
  ].flatMap((option) => ['-c', option]);
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
  atExit(() => {
    server.kill('SIGQUIT');
    // An interrupted run must not leave its data in memory; it may still be written to for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  const ended = (signal: NodeJS.Signals) => {
    // One that has ended already says so no second time.
    if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
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
      // One that was started at that moment holds the shared memory, and a start would be refused.
      for (const orphan of processesIn(data)) killQuietly(orphan);
      rmSync(join(data, 'postmaster.pid'), { force: true });
      server = await launch();
    },
    async stop() {
      await ended('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder in memory, where there is one with enough room (a container's is often small), else on disk. */
function roomiest(): string {
  const { bavail, bsize } = existsSync(RAM_FOLDER) ? statfsSync(RAM_FOLDER) : { bavail: 0, bsize: 0 };
  return bavail * bsize >= RAM_NEEDED_BYTES ? RAM_FOLDER : tmpdir();
}

/** The processes that work in this folder, as each of PostgreSQL does. None where there is no /proc. */
function processesIn(folder: string): number[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Number.isInteger) : [];
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      // It has ended meanwhile, or belongs to somebody else.
      return false;
    }
  });
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself in the meantime.
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
    // Not yet: pg_isready says so by its exit code.
    if (spawnSync(pgIsReady, ['-h', '127.0.0.1', '-p', String(port), '-q']).status === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`PostgreSQL did not start within ${READY_WITHIN_MS / 1_000} s:\n${said()}`);
}
