import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TemporaryPostgres {
  url: string;
  pid: number;
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

/** Starts a PostgreSQL of its own with default, durable settings in a temporary folder; null when none is installed. */
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
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${folder}`, '-c', 'listen_addresses=127.0.0.1'],
    { ...account, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
  );
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  // However this process ends, the database ends with it.
  process.once('exit', () => server.kill('SIGQUIT'));
  await untilReady(join(bin, 'pg_isready'), port, () => said);
  return {
    url: `postgres://sangam@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    async stop() {
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const numberFrom = (command: string, args: string[]) =>
  Number(execFileSync(command, args, { encoding: 'utf8' }).trim());
const postgresAccount = (): { uid?: number; gid?: number } => ({
  uid: numberFrom('id', ['-u', 'postgres']),
  gid: numberFrom('id', ['-g', 'postgres']),
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

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
