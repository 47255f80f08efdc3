import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
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
export async function startTemporaryPostgres(port: number): Promise<TemporaryPostgres | null> {
  const bin = binaries();
  if (bin === null) return null;
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
    { ...account, stdio: 'ignore', cwd: folder },
  );
  await untilReady(join(bin, 'pg_isready'), port);
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

async function untilReady(pgIsReady: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      execFileSync(pgIsReady, ['-h', '127.0.0.1', '-p', String(port), '-q']);
      return;
    } catch {
      // Not yet: pg_isready says so by its exit code.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('PostgreSQL did not start within 10 s');
}
