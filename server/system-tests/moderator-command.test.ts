import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { embeddedFolder } from '@sangam/testing/database/copy-embedded';
import { copyDatabase } from '@sangam/testing/database/template';
import { eventually } from '@sangam/testing/eventually';
import { type ContractCall, callsTo } from '@sangam/testing/http/contract-calls';
import { freePort, type ServerProcess, spawnServer } from '@sangam/testing/servers/process';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const command = fileURLToPath(new URL('../dist/trust/moderators/moderator-cli.js', import.meta.url));
const template = inject('template');
const email = 'named@example.org';
let copy: Awaited<ReturnType<typeof copyDatabase>> | null = null;

let env: Record<string, string>;
let base: string;
let server: ServerProcess;

const run = async (...args: string[]): Promise<string> => {
  const options = { env: { ...process.env, ...env, LOG_LEVEL: 'warn' } };
  // A failure's message is in stderr.
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], options).catch(
    (error: { stderr: string }) => ({ stdout: error.stderr }),
  );
  return stdout.trim();
};
const stop = async () => {
  server.child.kill('SIGTERM');
  await server.exited;
};
const start = async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  server = spawnServer({ ...env, PORT: String(port), REQUIRE_VERIFIED_EMAIL: 'on' });
  await server.listening;
};

beforeAll(async () => {
  copy = template.kind === 'embedded' ? null : await copyDatabase(template);
  env = {
    DATA_DIR: copy === null ? await embeddedFolder() : await mkdtemp(join(tmpdir(), 'sangam-command-')),
    DATABASE_URL: copy?.url ?? '',
    REDIS_URL: '',
  };
  await start();
}, 120_000);
afterAll(async () => {
  await stop();
  await copy?.drop();
  await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
});

it('adds a member whose address is confirmed, and removes them again, while the server runs', {
  timeout: 300_000,
}, async () => {
  // The server later starts again at another address.
  const call: ContractCall = (...call) => callsTo(base)(...call);
  const account = { name: 'Asha Rao', email, password: 'Zq-7kvxw' };
  const { token } = await call(null, 'POST /api/auth/signup', { body: account });
  const isModerator = async () => (await call(token, 'GET /api/auth/me')).user.is_moderator ?? false;
  const link = await eventually(async () => {
    const folder = join(env.DATA_DIR ?? '', 'mail');
    const [file = ''] = await readdir(folder);
    const received = (await readFile(join(folder, file), 'utf8')).replace(/=\r\n/gu, '');
    const found = /verify-email\?token=3D([\w-]+)/u.exec(received);
    if (!found?.[1]) throw new Error('no link yet');
    return found[1];
  });
  expect(await run('add', 'nobody@example.org')).toContain('No member has the address nobody@example.org.');
  const refused = await run('add', email);
  expect(refused).toContain('hasn’t confirmed the address');
  expect(refused).toContain('in the server’s log');
  // Called in the account's own session, which is kept.
  await call(token, 'POST /api/auth/verify-email', { body: { token: link } });
  expect(await run('add', ` ${email.toUpperCase()}`)).toBe('Asha Rao is now a moderator.');
  expect(await run('add', email)).toBe('Asha Rao is already a moderator.');
  expect(await run('list')).toBe(`${email}  Asha Rao`);
  expect(await isModerator()).toBe(true);
  expect(await run('remove', email)).toBe('Asha Rao is no longer a moderator.');
  expect(await run('list')).toBe('There are no moderators.');
  expect(await isModerator()).toBe(false);
  // The command also works without a server.
  await stop();
  expect(await run('add', email)).toBe('Asha Rao is now a moderator.');
  await start();
  expect(await isModerator()).toBe(true);
});
