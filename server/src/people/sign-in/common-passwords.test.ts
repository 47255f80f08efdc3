import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { accountMessages } from '@sangam/shared/people/account-messages';
import { peopleLimits } from '@sangam/shared/people/limits';
import { isStrongEnough } from '@sangam/shared/people/password-rules';
import { openMailbox } from '@sangam/testing/mailbox';
import { recordedLog } from '@sangam/testing/recorded-log';
import { everyNth } from '@sangam/testing/runs';
import { quietMs } from '@sangam/testing/servers/quiet-ms';
import { longestTurnMs } from '@sangam/testing/servers/turns';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommonPasswords, createCommonPasswords } from './common-passwords.js';

/** In this thread, the check of a slow password itself would take 11 ms or more. */
const TURN_MAX_MS = 8;

const { log, lines } = recordedLog('error');
let server: TestServer;
let passwords: CommonPasswords;
beforeAll(async () => {
  server = await startTestServer();
  passwords = createCommonPasswords(log);
});
afterAll(async () => {
  await passwords.stop();
  await server.close();
});

const isCommon = async (password: string): Promise<boolean> => {
  const refused = await passwords.refuse(password);
  if (refused && refused.error.code !== 'INVALID') throw new Error(refused.error.code);
  return refused !== null;
};
const signUp = (password: string) =>
  server.call('POST /api/auth/signup', null, { name: 'Asha', email: `${Math.random()}@example.org`, password });

it('recognizes the 3,000 most common passwords that fit the rules of sign-up and reset', async () => {
  const common = dictionary['passwords-common'].map(String);
  for (const fits of [isStrongEnough, (password: string) => password.length >= peopleLimits.resetPasswordMinChars]) {
    const first = common.filter(fits).slice(0, 3_000);
    expect(first).toHaveLength(3_000);
    for (const password of everyNth(7, first)) if (!(await isCommon(password))) expect.unreachable(password);
  }
});

it.each(['Password1', 'P@ssw0rd', 'qwerty123', '1qaz2wsx', ' Passw0rd ', 'Password1!', 'Welcome@123'])(
  'refuses %j at sign-up',
  async (password) => {
    const { status, body } = await signUp(password);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'INVALID',
      message: accountMessages.commonPassword,
      errors: [{ field: 'password', message: accountMessages.commonPassword }],
    });
  },
);

it.each([
  [' Passw0rd ', { accepted: false, message: accountMessages.commonPassword }],
  ['Zq-7kvxw', { accepted: true }],
])('answers whether %j would be accepted', async (password, data) => {
  expect((await server.call('POST /api/auth/password-check', null, { password })).body).toMatchObject({ data });
});

it('refuses a common password at reset, and leaves the link usable', async () => {
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

it.each([
  ...[
    'Password1!',
    'Welcome@123',
    'P@$$w0rd12',
    '!!Football12',
    'Qwerty@123',
    'Iloveyou#1',
    'Sunshine-2024',
    'Krishna@108',
  ],
  ...['Garden-2024!', '2024Summer!', '$ecret-1234', 'drowssaP1!', 'Password1!Password1!', 'Hello@1234!', '#Dragon_99'],
])('%s is a common password with decorations', async (password) => expect(await isCommon(password)).toBe(true));

it.each([
  ...['Zq-7kvxw', 'Sangam-demo-1', 'Another-horse-8', 'Proven-password-1', 'Garden-12345', 'Welcome@12!3#'],
  ...['Blue-garden-2024!', 'xK9-mvq2', 'नमस्ते-7aB', 'Asha-builds-1'],
])('%s is not a common password', async (password) => expect(await isCommon(password)).toBe(false));

it('recognizes each common password with any of the usual decorations', async () => {
  const words = dictionary['passwords-common'].map(String).filter((word) => /^[a-z]{4,}$/u.test(word));
  const decorations: ((word: string) => string)[] = [
    (word) => `${word}1!`,
    (word) => `${word}@123`,
    (word) => `!${word}2024`,
    (word) => `12${word.toUpperCase()}_34`,
    (word) => `${word[0]?.toUpperCase()}${word.slice(1)}-99!`,
  ];
  const decorated = words.map((word, index) => decorations[index % decorations.length]?.(word) ?? word);
  // The step differs from the number of decorations, so that each decoration is included.
  const samples = everyNth(
    12,
    decorated.filter((_, index) => index % 3 === 0),
  );
  for (const password of samples) if (!(await isCommon(password))) expect.unreachable(password);
}, 120_000);

/** The CPU time of this process, which other processes don't increase, unlike elapsed time. */
const cpuMs = (): number => process.cpuUsage().user / 1_000;

it('decides quickly on the longest password', async () => {
  const begunMs = cpuMs();
  for (const part of ['aB1-', '12!@', 'Password1!', 'z'])
    await isCommon(part.repeat(peopleLimits.passwordMaxChars).slice(0, peopleLimits.passwordMaxChars));
  expect(cpuMs() - begunMs).toBeLessThan(2_000);
});

it.each(['p@$$w0rd', 'iloveyou', 'Sunshine'])('refuses the longest password that repeats %s', async (word) => {
  const { passwordMaxChars } = peopleLimits;
  for (const long of [word.repeat(passwordMaxChars), `${word.repeat(11)}monkey`, `dragon${word.repeat(11)}`])
    expect(await isCommon(long.slice(0, passwordMaxChars - (passwordMaxChars % word.length)))).toBe(true);
});

it('takes no longer for the longest password than for a much shorter one', async () => {
  const unit = 'p@$$w0rdXq7-';
  const msFor = async (length: number): Promise<number> => {
    const password = unit.repeat(length).slice(1, length);
    await isCommon(password);
    const tookMs: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const begunMs = cpuMs();
      await isCommon(password);
      tookMs.push(cpuMs() - begunMs);
    }
    // Other work of the process, such as collecting garbage, only adds to it.
    return Math.min(...tookMs);
  };
  expect(await msFor(peopleLimits.passwordMaxChars)).toBeLessThan(3 * (await msFor(40)));
});

it("doesn't block the event loop while it decides, and refuses more checks than it can handle", async () => {
  const slowPassword = '1234iloveyou!1ilove1234';
  await isCommon(slowPassword);
  const turnMs = () =>
    longestTurnMs(async () => {
      expect(await passwords.refuse(slowPassword)).toBeNull();
    });
  expect(await quietMs(turnMs, TURN_MAX_MS)).toBeLessThanOrEqual(TURN_MAX_MS);
  const results = await Promise.all(Array.from({ length: 102 }, () => passwords.refuse('Password1')));
  expect(results.at(-1)).toMatchObject({ error: { code: 'BUSY' } });
});

it('answers BUSY to checks that a crash ends, and restarts the thread', async () => {
  const workerUrl = pathToFileURL(createRequire(import.meta.url).resolve('#common-passwords-worker')).href;
  const crashing = `import ${JSON.stringify(workerUrl)};
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ password }) => { if (password === 'crash') throw new Error('crashed on purpose'); });`;
  const own = createCommonPasswords(log, new URL(`data:text/javascript,${encodeURIComponent(crashing)}`));
  const busy = { error: { code: 'BUSY' } };
  expect(await own.refuse('Password1')).toMatchObject({ error: { code: 'INVALID' } });
  const [crashed, typed] = await Promise.all([own.refuse('crash'), own.isTypedCommon('Zq-7kvxw')]);
  expect(crashed).toMatchObject(busy);
  expect(typed).toSatisfy((result: typeof typed) => result.ok || result.error.code === 'BUSY');
  expect(lines.filter((line) => line.includes('crashed on purpose'))).toHaveLength(1);
  expect(await own.refuse('Password1')).toMatchObject({ error: { code: 'INVALID' } });
  expect(await own.isTypedCommon('Zq-7kvxw')).toEqual({ ok: true, value: false });
  const unanswered = own.refuse('1234iloveyou!1ilove1234');
  await own.stop();
  expect(await unanswered).toMatchObject(busy);
  expect(await own.refuse('Password1')).toMatchObject(busy);
});

it('decides at once for members who sign up, however many passwords are being typed', async () => {
  let decided = 0;
  const typed = Array.from({ length: 10 }, async (_, n) => {
    await passwords.isTypedCommon(`@$13t0@$13t0@$${n}`);
    decided += 1;
  });
  expect(await isCommon('Zq-7kvxw')).toBe(false);
  expect(decided).toBeLessThan(5);
  await Promise.all(typed);
});

it('accepts an uncommon password', async () => {
  expect((await signUp('Zq-7kvxw')).status).toBe(201);
});
