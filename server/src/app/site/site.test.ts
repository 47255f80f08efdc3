import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangam-pages-'));
  server = await startTestServer({
    env: { PAGES_DIR: folder, OPERATOR_NAME: 'Example College', OPERATOR_EMAIL: 'help@college.example' },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const page = async (name: string) => (await server.call(`GET /api/site/pages/${name}`)).body.data;
const signUp = (change: object = {}) =>
  server.call('POST /api/auth/signup', null, {
    name: 'N',
    email: `n${Math.random()}@example.org`,
    password: 'Zq-7kvxw',
    ...change,
  });

it('every page is public and names the operator', async () => {
  for (const name of ['privacy', 'terms', 'support', 'about'])
    expect(await page(name)).toMatchObject({
      page: name,
      text: expect.stringMatching(/^# /u),
      operator: { name: 'Example College', address: null, email: 'help@college.example' },
    });
  expect((await server.call('GET /api/site/pages/secrets')).status).toBe(400);
  expect((await server.call('GET /api/site')).body.data).toEqual({
    sign_in: [],
    terms_version: (await page('terms')).version,
    mails: false,
  });
});

it('sign-up stores the version of the terms, and the export shows it', async () => {
  const { version } = await page('terms');
  const { status, body } = await signUp({ terms_version: version });
  expect(status).toBe(201);
  const plain = (await signUp()).body;
  for (const { token } of [body, plain]) {
    const exported = await server.call('POST /api/account/export', token, { current_password: 'Zq-7kvxw' });
    expect(exported.body.member).toMatchObject({ terms_version: version, terms_accepted_at: expect.any(String) });
  }
});

it('sign-up with an outdated version of the terms asks to accept them again', async () => {
  const { version } = await page('terms');
  await writeFile(join(folder, 'terms.md'), '# Terms\n\nBe kind.');
  const refused = await signUp({ terms_version: version });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'INVALID', errors: [{ field: 'terms', message: expect.stringContaining('changed') }] },
  });
  expect((await signUp({ terms_version: (await page('terms')).version })).status).toBe(201);
});
