import { accountMessages, isStrongEnough } from '@sangam/shared/people/account-forms';
import { peopleLimits } from '@sangam/shared/people/limits';
import { openMailbox } from '@sangam/testing/mailbox';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isCommonPassword } from './passwords.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signUp = (password: string) =>
  server.call('POST /api/auth/signup', null, { name: 'Asha', email: `${Math.random()}@example.org`, password });

it('recognizes the 3,000 most common passwords that fit the rules of sign-up and reset', async () => {
  const common = dictionary['passwords-common'].map(String);
  for (const fits of [isStrongEnough, (password: string) => password.length >= peopleLimits.resetPasswordMinChars]) {
    const first = common.filter(fits).slice(0, 3_000);
    expect(first).toHaveLength(3_000);
    for (const password of first) if (!(await isCommonPassword(password))) expect.unreachable(password);
  }
});

it.each(['Password1', 'P@ssw0rd', 'qwerty123', '1qaz2wsx', ' Passw0rd '])('refuses %j at sign-up', async (password) => {
  const { status, body } = await signUp(password);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'INVALID',
    message: accountMessages.commonPassword,
    errors: [{ field: 'password', message: accountMessages.commonPassword }],
  });
});

it('refuses one at reset, and leaves the link usable', async () => {
  const mailbox = await openMailbox();
  const own = await startTestServer({ env: { SMTP_URL: mailbox.url } });
  try {
    const member = await own.signUp();
    await own.call('POST /api/auth/forgot-password', null, { email: member.email });
    const { link } = await mailbox.newest(member.email);
    const token = link.searchParams.get('token');
    const reset = (password: string) => own.call('POST /api/auth/reset-password', null, { token, password });
    const refused = await reset('iloveyou');
    expect(refused.status).toBe(400);
    expect(refused.body.message).toBe(accountMessages.commonPassword);
    expect((await reset('Correct-horse-8')).status).toBe(200);
  } finally {
    await own.close();
    await mailbox.close();
  }
});

it('accepts an uncommon one', async () => {
  expect((await signUp('Correct-horse-7')).status).toBe(201);
});
