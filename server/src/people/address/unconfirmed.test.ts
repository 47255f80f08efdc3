import { hourMs, minuteMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ALLOWED = ['Confirm your email address', 'Reset your Sangam password', 'Your Sangam password was changed'];
let mailbox: Mailbox;
let server: TestServer;
const clock = shiftedClock();

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({
    clock,
    env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' },
    timings: {
      jobs: { pollMs: 100, retryFirstMs: 20 },
      unreadEmail: { gatherMs: 20 },
      presence: { closeGraceMs: 0, flushMs: 20 },
    },
  });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const sql = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
const emailSubjectsTo = (email: string): (string | undefined)[] =>
  [...mailbox.confirmations, ...mailbox.emails]
    .filter(({ to }) => to?.some((recipient) => recipient.address === email))
    .map(({ subject }) => subject);
/** Waits until every due email has been sent or dropped. */
const allDone = () =>
  eventually(async () => {
    const due = await sql(
      "SELECT kind FROM jobs WHERE kind LIKE 'mail:%' AND due_at <= $1",
      new Date(Date.now() + clock.aheadMs),
    );
    expect(due).toEqual([]);
  });
const post = (creator: TestMember): Promise<number> => postProject(server, creator, { title: 'Cheap watches here' });

/** Causes every event that a member is emailed about. */
async function everything(member: TestMember): Promise<void> {
  const [stranger, mod] = [await server.signUpConfirmed('Buy watches'), await server.signUpConfirmed('Mod')];
  await sql('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', mod.id);
  await server.call('PATCH /api/notification-choices', member.token, { mail_pace: 'at-once' });
  await server.call('POST /api/messages', stranger.token, { receiver_id: member.id, content: 'Buy watches' });
  await server.call('POST /api/project-requests', stranger.token, { project_id: await post(member) });
  await sql("UPDATE users SET created_at = created_at - interval '11 minutes' WHERE id = $1", member.id);
  const { email, password } = member;
  await server.call('POST /api/auth/login', null, { email, password });
  const report = { kind: 'member', id: member.id, reason: 'spam' };
  const { id } = (await server.call('POST /api/reports', stranger.token, report)).body.data;
  const decision = { decision: 'warn', reason: 'spam', note: 'Seen' };
  expect((await server.call(`PUT /api/moderation/reports/${id}/decision`, mod.token, decision)).status).toBe(200);
  const changed = { email: `new-${email}`, current_password: password };
  expect((await server.call('PUT /api/account/email', member.token, changed)).status).toBe(200);
  await server.call('DELETE /api/account/email', member.token);
  await server.call('POST /api/auth/forgot-password', null, { email });
  await allDone();
  clock.aheadMs += 3 * hourMs;
  await allDone();
  const deletion = { current_password: password };
  expect((await server.call('DELETE /api/account', member.token, deletion)).status).toBe(200);
  await allDone();
}

it('an unconfirmed address gets confirmation and password emails only', async () => {
  const member = await server.signUp();
  await everything(member);
  const subjects = emailSubjectsTo(member.email);
  expect(subjects).toEqual(expect.arrayContaining(ALLOWED.slice(0, 2)));
  expect(subjects.filter((subject) => !ALLOWED.includes(subject ?? ''))).toEqual([]);
});

it('a confirmed address gets all emails', async () => {
  const member = await server.signUpConfirmed();
  await everything(member);
  const subjects = emailSubjectsTo(member.email);
  for (const part of ['and 1 more', 'New sign-in', 'A moderator warned you', 'is about to change', 'will be deleted'])
    expect(
      subjects.some((subject) => subject?.includes(part)),
      `${part} in ${subjects.join('; ')}`,
    ).toBe(true);
});

it('an email that is already queued is checked when it is sent', async () => {
  const [member, stranger] = [await server.signUp(), await server.signUpConfirmed('Buy watches')];
  await server.call('POST /api/messages', stranger.token, { receiver_id: member.id, content: 'Hello' });
  const due = () => sql("SELECT 1 FROM jobs WHERE kind = 'mail:unread' AND key = $1", String(member.id));
  await eventually(async () => expect(await due()).toHaveLength(1));
  await sql('UPDATE users SET email_verified_at = now() WHERE id = $1', member.id);
  clock.aheadMs += 20 * minuteMs;
  await eventually(() => expect(emailSubjectsTo(member.email).join()).toContain('Buy watches'));
});

it('an unconfirmed account is not emailed about another member who enters its address', async () => {
  const [squatted, member] = [await server.signUp(), await server.signUpConfirmed()];
  const body = { email: squatted.email, current_password: member.password };
  expect((await server.call('PUT /api/account/email', member.token, body)).status).toBe(200);
  await allDone();
  expect(emailSubjectsTo(squatted.email)).toEqual(['Confirm your email address']);
});
