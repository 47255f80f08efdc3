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
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import { atExit } from './at-exit.js';
import { freePort } from './process.js';
import { childrenOf } from './process-usage.js';

export interface TemporaryPostgres {
  url: string;
  pid(): number;
  /** Kills the server and all its processes with `kill -9`, then starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';

/** The folder of `initdb` and `postgres`, on the PATH or in Debian's place. Null if PostgreSQL is not installed. */
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
  // A PATH entry may hold only links; their target folder has every program.
  return found === undefined ? null : dirname(realpathSync(join(found, 'postgres')));
}

/** Settings that are unsafe only if PostgreSQL or the machine crashes. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** Enough for many parallel servers with a pool each. */
const SHARED = ['max_connections=500'];
/** A statement over many tables takes seconds to compile to machine code, for milliseconds of work. */
const UNCOMPILED = ['jit=off'];
const RAM_FOLDER = '/dev/shm';
const RAM_NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Starts a PostgreSQL in a temporary folder; null if none is installed. `durable`: on disk, with default settings; otherwise in memory
 * if there is room, where a crash may lose its data.
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
    ...(durable ? [] : [...NOT_DURABLE, ...SHARED, ...UNCOMPILED]),
  ].flatMap((option) => ['-c', option]);
  const launch = async () => {
    let output = '';
    const launched = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
    });
    launched.stderr.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-2_000);
    });
    await untilReady(join(bin, 'pg_isready'), port, () => output);
    return launched;
  };
  let server = await launch();
  atExit(() => {
    server.kill('SIGQUIT');
    // An interrupted run must not leave data in memory. PostgreSQL may still write for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  const ended = (signal: NodeJS.Signals) => {
    // A process that has ended emits no second event.
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
      // A process that was starting at that moment would hold the shared memory and prevent a start.
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

/** Returns a folder in memory if it has enough room (a container's is often small), or else on disk. */
function roomiest(): string {
  const { bavail, bsize } = existsSync(RAM_FOLDER) ? statfsSync(RAM_FOLDER) : { bavail: 0, bsize: 0 };
  return bavail * bsize >= RAM_NEEDED_BYTES ? RAM_FOLDER : tmpdir();
}

/** Processes whose working directory is this folder, like PostgreSQL's. None without /proc. */
function processesIn(folder: string): number[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Number.isInteger) : [];
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      // The process has ended or belongs to another user.
      return false;
    }
  });
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process has already ended.
    if (fieldsOf(error).code !== 'ESRCH') throw error;
  }
}

const numberFrom = (command: string, args: string[]) =>
  Number(execFileSync(command, args, { encoding: 'utf8' }).trim());
const postgresAccount = (): { uid?: number; gid?: number } => ({
  uid: numberFrom('id', ['-u', 'postgres']),
  gid: numberFrom('id', ['-g', 'postgres']),
});

const READY_WITHIN_MS = 30_000;

async function untilReady(pgIsReady: string, port: number, readOutput: () => string): Promise<void> {
  const endMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < endMs) {
    // Not ready yet, by pg_isready's exit code.
    if (spawnSync(pgIsReady, ['-h', '127.0.0.1', '-p', String(port), '-q']).status === 0) return;
    await sleep(100);
  }
  throw new Error(`PostgreSQL did not start within ${READY_WITHIN_MS / 1_000} s:\n${readOutput()}`);
}
