import { steadyTimings } from '@sangam/testing/database/statements';
import { eventually } from '@sangam/testing/eventually';
import { linkIn, type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/lib/clock.js';
import { runModeratorCommand } from '../../trust/moderators/moderator-command.js';

let mailbox: Mailbox;
let server: TestServer;
beforeAll(async () => {
  mailbox = await openMailbox();
  const timings = { ...steadyTimings, jobs: { pollMs: 100, retryFirstMs: 20 } };
  server = await startTestServer({ timings, env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' } });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const password = 'Zq-7kvxw';
const signUp = (email: string) => server.call('POST /api/auth/signup', null, { name: 'Asha', email, password });
const login = async (email: string, typedPassword = password) => {
  const { status, body } = await server.call('POST /api/auth/login', null, { email, password: typedPassword });
  return status === 200 ? body.user.id : body.code;
};
/** Creates an account as before addresses had a canonical form. */
async function signUpBefore(email: string): Promise<number> {
  const { id } = await server.signUp();
  await server.database.pool.query('UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1', [id, email]);
  return id;
}
const resetsTo = (email: string) =>
  mailbox.emails.filter(
    ({ subject, to }) => subject === 'Reset your Sangam password' && to?.some(({ address }) => address === email),
  );
const asEmailed = 'a@xn--bcher-kva.example';
const spellings = [
  asEmailed,
  'A@Bücher.example',
  'a@bu\u0308cher.example',
  'Ａ＠ｂücher。example',
  'a@XN--BCHER-KVA.example.',
];

describe('an address whose domain can be written in several ways', () => {
  it('has one account, whichever spelling is typed', async () => {
    const { status, body } = await signUp('A@Bücher.example');
    expect([status, body.user.email]).toEqual([201, asEmailed]);
    for (const email of spellings) {
      expect([email, (await signUp(email)).body.code]).toEqual([email, 'EMAIL_TAKEN']);
      expect([email, await login(email)]).toEqual([email, body.user.id]);
    }
    await server.database.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [body.user.id]);
    const other = await server.signUp();
    const changed = await server.call('PUT /api/account/email', other.token, {
      email: 'a@bücher.example',
      current_password: password,
    });
    expect(changed.body.data).toEqual({ new_email: asEmailed });
    const received = await eventually(() => {
      const taken = mailbox.emails.find(({ subject }) => subject === 'This address has a Sangam account');
      expect(taken).toBeDefined();
      return taken;
    }, 20_000);
    expect(received?.to?.[0]?.address).toBe(asEmailed);
  });

  it('shares the attempts of its account', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: 'on' }, beside: server });
    const statuses: number[] = [];
    for (const email of [...spellings, ...spellings])
      statuses.push((await limited.call('POST /api/auth/forgot-password', null, { email })).status);
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('an account from before domains had a canonical form', () => {
  it('signs in and resets with any spelling, and no second one is opened', async () => {
    const id = await signUpBefore('old@straße.example');
    for (const email of ['old@straße.example', 'OLD@STRAßE.example', 'old@xn--strae-oqa.example']) {
      expect([email, await login(email)]).toEqual([email, id]);
      expect([email, (await signUp(email)).body.code]).toEqual([email, 'EMAIL_TAKEN']);
    }
    await server.call('POST /api/auth/forgot-password', null, { email: 'old@xn--strae-oqa.example' });
    const received = await eventually(() => {
      const [first] = resetsTo('old@xn--strae-oqa.example');
      expect(first).toBeDefined();
      return first;
    }, 20_000);
    const token = linkIn(received?.text ?? '').searchParams.get('token');
    const reset = await server.call('POST /api/auth/reset-password', null, { token, password: 'Another-horse-8' });
    expect(reset.status).toBe(200);
    expect(await login('old@straße.example', 'Another-horse-8')).toBe(id);
  });

  it('stays reachable by its own spelling if each spelling has an account', async () => {
    const [one, two] = [await signUpBefore('b@müller.example'), await signUpBefore('b@xn--mller-kva.example')];
    expect([await login('b@müller.example'), await login('b@xn--mller-kva.example')]).toEqual([one, two]);
  });

  it('gets a reset link at an address that sign-up no longer accepts', async () => {
    const id = await signUpBefore('c@dot.example.');
    for (const email of ['c@dot.example.', 'c@dot.example']) expect([email, await login(email)]).toEqual([email, id]);
    expect((await signUp('c@dot.example')).body.code).toBe('EMAIL_TAKEN');
    await server.call('POST /api/auth/forgot-password', null, { email: 'c@dot.example.' });
    await eventually(() => expect(resetsTo('c@dot.example')).toHaveLength(1), 20_000);
    await signUpBefore('c@empty..example');
    const asked = await server.call('POST /api/auth/forgot-password', null, { email: 'c@empty..example' });
    expect(asked.status).toBe(200);
  });

  it('becomes a moderator by any spelling', async () => {
    await signUpBefore('mod@große.example');
    const deps = { db: server.database.db, clock: systemClock };
    expect(await runModeratorCommand(deps, ['add', 'mod@xn--groe-xna.example'])).toEqual(
      expect.stringContaining('is now a moderator.'),
    );
  });

  it('is not taken over by a change of address to another spelling', async () => {
    await signUpBefore('d@köln.example');
    const member = await server.signUp();
    const body = { email: 'd@xn--kln-sna.example', current_password: password };
    expect((await server.call('PUT /api/account/email', member.token, body)).status).toBe(200);
    await eventually(
      () =>
        expect(
          mailbox.emails.some(
            ({ subject, to }) =>
              subject === 'This address has a Sangam account' && to?.[0]?.address === 'd@xn--kln-sna.example',
          ),
        ).toBe(true),
      20_000,
    );
  });
});

it.each(['a@b..example', 'a@.', 'a@ü/evil.example', 'a@ü%2eexample', 'a@א1a.example'])(
  'refuses a new account for %s',
  async (email) => expect((await signUp(email)).body).toMatchObject({ code: 'INVALID', errors: [{ field: 'email' }] }),
);
