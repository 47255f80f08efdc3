import { http } from '@sangam/shared/app/http';
import { dayMs, hourMs } from '@sangam/shared/core/limits';
import type { Presence } from '@sangam/shared/people/users';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

const REDIS_URL = inject('redisUrl') ?? '';
let mailbox: Mailbox;
let server: TestServer;
/** No jobs run here: sign-ins find suspensions whose jobs are late. */
let late: TestServer;
const clock = shiftedClock();

beforeAll(async () => {
  mailbox = await openMailbox();
  const env = { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test', REDIS_URL };
  server = await startTestServer({ clock, env, timings: { jobs: { pollMs: 100, retryFirstMs: 20 } } });
  late = await startTestServer({ clock, env, timings: { jobs: { pollMs: hourMs } } });
});
afterAll(async () => {
  await server.close();
  await late.close();
  await mailbox.close();
});
beforeEach(() => {
  clock.aheadMs = 0;
});

const query = async (at: TestServer, text: string, ...values: unknown[]) =>
  (await at.database.pool.query(text, values)).rows;
const login = (at: TestServer, { email, password }: TestMember, more: object = {}) =>
  at.call('POST /api/auth/login', null, { email, password, ...more });
const statusOf = async (at: TestServer, project: number) =>
  (await at.call(`GET /api/projects/${project}`, null)).status;

/** Suspends a member through a report that is as old as needed; returns a function that lifts the suspension. */
async function suspend(at: TestServer, member: TestMember, terms: object = {}) {
  const [mod, witness] = [await at.signUp('Mod'), await at.signUp()];
  await query(at, 'INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', mod.id);
  const [{ id }] = await query(
    at,
    `INSERT INTO reports (reporter_id, kind, subject_id, member_id, reason, evidence, created_at)
     VALUES ($1, 'member', $2, $2, 'spam', '{}', now()) RETURNING id`,
    witness.id,
    member.id,
  );
  const decision = { decision: 'suspend', reason: 'harassment', note: 'For us', ...terms };
  expect((await at.call(`PUT /api/moderation/reports/${id}/decision`, mod.token, decision)).status).toBe(200);
  return () => at.call(`DELETE /api/moderation/members/${member.id}/suspension`, mod.token, { note: 'Enough' });
}
const ownDataToken = async (at: TestServer, member: TestMember): Promise<string> => {
  const refused = await login(at, member);
  expect(refused).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } });
  return refused.body.own_data_token;
};
const exportOf = (at: TestServer, token: string, current_password: string) =>
  fetch(`${at.url}/api/account/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ current_password }),
  });
const emailsTo = ({ email }: TestMember) =>
  mailbox.emails.filter(({ to }) => to?.some((one) => one.address === email)).map(({ subject }) => subject);

describe('a suspended member', () => {
  it('is offline for watchers, without a time', async () => {
    const [asha, ben] = [await server.signUp('Asha'), await server.signUp('Ben')];
    const [watcher] = [await server.connect(asha), await server.connect(ben)];
    const seen: Presence[] = [];
    watcher.on('presence:changed', (presence) => seen.push(presence));
    await watcher.emitWithAck('presence:watch', { userIds: [ben.id] });
    await eventually(() => expect(seen.at(-1)).toMatchObject({ id: ben.id, is_online: true }));
    const lift = await suspend(server, ben);
    const hidden = { id: ben.id, is_online: false, last_active: null };
    await eventually(() => expect(seen.at(-1)).toEqual(hidden));
    // Pages are fetched again with the event, even where the presence stays hidden.
    await server.database.pool.query(`INSERT INTO notification_choices (user_id, presence_for) VALUES ($1, 'nobody')`, [
      ben.id,
    ]);
    const before = seen.length;
    expect((await lift()).status).toBe(200);
    await eventually(() => expect(seen.slice(before)).toEqual([hidden]));
  });

  it('sees the reason and the end, exports their data, and can do nothing else', async () => {
    const ben = await server.signUp('Ben');
    await suspend(server, ben, { days: 7, words: 'Please read the rules.' });
    const token = await ownDataToken(server, ben);
    const { data } = (await server.call('GET /api/account/suspension', token)).body;
    expect(data).toMatchObject({ reason: 'harassment', words: 'Please read the rules.', email: ben.email });
    expect(data).toMatchObject({ has_password: true, contact: null });
    const daysLeft = (Date.parse(data.until) - clock.nowMs()) / dayMs;
    expect(daysLeft).toBeGreaterThan(6.9);
    expect(daysLeft).toBeLessThanOrEqual(7);
    expect(JSON.stringify(data)).not.toContain('For us');

    expect((await exportOf(server, token, 'Wrong-horse-1')).status).toBe(400);
    const exported = await exportOf(server, token, ben.password);
    expect(exported.status).toBe(200);
    const file = (await exported.json()) as { member: object; account_activity: object[] };
    expect(file.member).toMatchObject({ email: ben.email });
    // Contains neither the note for moderators nor the device and network of one.
    const suspended = file.account_activity.find((entry) => 'kind' in entry && entry.kind === 'member:suspended');
    expect(suspended).toMatchObject({ device: null, network: null, details: { reason: 'harassment' } });
    expect(JSON.stringify(file)).not.toContain('For us');

    const allowed = ['GET /api/account/suspension', 'DELETE /api/account'];
    for (const [name, { access }] of Object.entries(http)) {
      if (access === 'public' || allowed.includes(name)) continue;
      const path = name.replace(/:\w+/gu, '1');
      expect([name, (await server.call(path, token)).status]).toEqual([name, 401]);
    }
    await expect(server.connect({ ...ben, token })).rejects.toThrow();
  });

  it('can delete and restore their account, and is still suspended then', async () => {
    const ben = await server.signUp('Ben');
    await suspend(server, ben);
    const token = await ownDataToken(server, ben);
    const proof = { current_password: ben.password };
    expect((await server.call('DELETE /api/account', token, { current_password: 'Wrong-horse-1' })).status).toBe(400);
    expect((await server.call('DELETE /api/account', token, proof)).status).toBe(200);
    // The deletion has also ended this session.
    expect((await server.call('GET /api/account/suspension', token)).status).toBe(401);
    expect((await login(server, ben)).body.code).toBe('ACCOUNT_DELETED');
    expect((await login(server, ben, { come_back: true })).body).toMatchObject({
      code: 'SUSPENDED',
      own_data_token: expect.any(String),
    });
    expect((await query(server, 'SELECT deleted_at FROM users WHERE id = $1', ben.id))[0].deleted_at).toBe(null);
  });

  it('sees that their projects are passed on when they delete their account', async () => {
    const [ben, heir] = [await server.signUp('Ben'), await server.signUp('Heir')];
    const project = await postProject(server, ben);
    const requested = await server.call('POST /api/project-requests', heir.token, { project_id: project });
    const path = `PUT /api/project-requests/${requested.body.data.request.id}/status`;
    await server.call(path, ben.token, { status: 'accepted' });
    await suspend(server, ben);
    expect(await statusOf(server, project)).toBe(404);
    const proof = { current_password: ben.password };
    await server.call('DELETE /api/account', await ownDataToken(server, ben), proof);
    const accept = () => server.call(`PUT /api/projects/${project}/offer/status`, heir.token, { status: 'accepted' });
    await eventually(async () => expect((await accept()).status).toBe(200));
    expect(await statusOf(server, project)).toBe(200);
  });

  it('without a password authenticates by the recent sign-in', async () => {
    const ben = await server.signUp('Ben');
    await suspend(server, ben);
    const token = await ownDataToken(server, ben);
    await query(server, 'UPDATE users SET password_hash = NULL WHERE id = $1', ben.id);
    expect((await server.call('GET /api/account/suspension', token)).body.data.has_password).toBe(false);
    expect((await exportOf(server, token, '')).status).toBe(200);
    clock.aheadMs = 11 * 60_000;
    expect((await exportOf(server, token, '')).status).toBe(400);
    clock.aheadMs = 61 * 60_000;
    expect((await server.call('GET /api/account/suspension', token)).status).toBe(401);
  });

  it('gets emails that link only to pages that they can open', async () => {
    const ben = await server.signUpConfirmed();
    const payload = { user_id: ben.id, device: null, network: null, at: new Date().toISOString() };
    const signedInElsewhere = () =>
      query(server, "INSERT INTO jobs (kind, payload, due_at) VALUES ('mail:new-sign-in', $1, now())", payload);
    const texts = () => mailbox.emails.filter(({ subject, to }) => subject === NEW && to?.[0]?.address === ben.email);
    const NEW = 'New sign-in to your Sangam account';
    await signedInElsewhere();
    await eventually(() => expect(texts()).toHaveLength(1));
    expect(texts()[0]?.text).toContain('See your devices: https://sangam.test/settings/devices');
    await suspend(server, ben);
    await signedInElsewhere();
    await eventually(() => expect(texts()).toHaveLength(2));
    expect(texts()[1]?.text).toContain('Sign in: https://sangam.test/login');
    expect(texts()[1]?.text).not.toContain('/settings');
  });

  it('can no longer use this session once the suspension is lifted', async () => {
    const ben = await server.signUp('Ben');
    const lift = await suspend(server, ben);
    const token = await ownDataToken(server, ben);
    expect((await lift()).status).toBe(200);
    expect((await server.call('GET /api/account/suspension', token)).status).toBe(401);
    const repeated = (await login(server, ben)).body.token;
    expect((await server.call('GET /api/account/suspension', repeated)).body.code).toBe('NOT_FOUND');
  });
});

describe('a suspension for a time', () => {
  it('ends by its job, with an email and an entry in the audit trail', async () => {
    const ben = await server.signUpConfirmed();
    const project = await postProject(server, ben);
    await suspend(server, ben, { days: 1 });
    await eventually(() => expect(emailsTo(ben)).toEqual(['Your Sangam account is suspended']));
    expect(await statusOf(server, project)).toBe(404);
    clock.aheadMs = dayMs + 1_000;
    await eventually(() => expect(emailsTo(ben)).toContain('You can use Sangam again'));
    expect(await statusOf(server, project)).toBe(200);
    expect((await login(server, ben)).status).toBe(200);
    const kinds = await query(server, 'SELECT kind, actor_id FROM audit_entries WHERE member_id = $1', ben.id);
    expect(kinds).toContainEqual({ kind: 'suspension:ended', actor_id: null });
    expect(await query(server, 'SELECT 1 FROM suspensions WHERE user_id = $1', ben.id)).toEqual([]);
  });

  it('sends no email that leads back to an account that will be deleted', async () => {
    const ben = await server.signUpConfirmed();
    await suspend(server, ben, { days: 1 });
    const proof = { current_password: ben.password };
    await server.call('DELETE /api/account', await ownDataToken(server, ben), proof);
    await eventually(() => expect(emailsTo(ben)).toContain('Your Sangam account will be deleted'));
    // The button has this name.
    expect((await mailbox.newest(ben.email)).email.text?.replaceAll(/\s+/gu, ' ')).toContain('choose Restore account.');
    clock.aheadMs = dayMs + 1_000;
    const left =
      "SELECT 1 FROM jobs WHERE kind IN ('moderation:suspension-end', 'mail:suspension-ended') AND (payload->>'user_id')::int = $1";
    await eventually(async () => expect(await query(server, left, ben.id)).toEqual([]));
    expect(await query(server, 'SELECT 1 FROM suspensions WHERE user_id = $1', ben.id)).toEqual([]);
    expect(emailsTo(ben)).not.toContain('You can use Sangam again');
  });

  it('keeps nobody out after its end when the job is late', async () => {
    const ben = await late.signUp('Ben');
    const project = await postProject(late, ben);
    await suspend(late, ben, { days: 1 });
    const [row] = await query(late, 'SELECT ends_at FROM suspensions WHERE user_id = $1', ben.id);
    const endsInMs = row.ends_at.getTime() - Date.now();
    clock.aheadMs = endsInMs - 5_000;
    expect((await login(late, ben)).status).toBe(403);
    clock.aheadMs = endsInMs;
    const answers = await Promise.all([login(late, ben), login(late, ben), login(late, ben)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await statusOf(late, project)).toBe(200);
    const ended = "SELECT 1 FROM audit_entries WHERE kind = 'suspension:ended' AND member_id = $1";
    expect(await query(late, ended, ben.id)).toHaveLength(1);
    // The late job finds nothing to end: the member was suspended again in the meantime.
    clock.aheadMs = 0;
    await suspend(late, ben);
    clock.aheadMs = 2 * dayMs;
    expect((await login(late, ben)).status).toBe(403);
  });

  it('never ends before an earlier one', async () => {
    const ben = await late.signUp('Ben');
    const daysLeft = async () => {
      const [{ ends_at }] = await query(late, 'SELECT ends_at FROM suspensions WHERE user_id = $1', ben.id);
      return ends_at === null ? null : Math.round((ends_at.getTime() - Date.now()) / dayMs);
    };
    await suspend(late, ben, { days: 7 });
    await suspend(late, ben, { days: 1 });
    expect(await daysLeft()).toBe(7);
    await suspend(late, ben, { days: 30 });
    expect(await daysLeft()).toBe(30);
    await suspend(late, ben);
    await suspend(late, ben, { days: 30 });
    expect(await daysLeft()).toBe(null);
    const lift = await suspend(late, ben, { days: 30 });
    await lift();
    await suspend(late, ben, { days: 1 });
    expect(await daysLeft()).toBe(1);
  });

  it('is the only decision that accepts a length', async () => {
    const [ben, mod, witness] = [await late.signUp('Ben'), await late.signUp('Mod'), await late.signUp()];
    await query(late, 'INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', mod.id);
    const report = { kind: 'member', id: ben.id, reason: 'spam' };
    const { id } = (await late.call('POST /api/reports', witness.token, report)).body.data;
    const decide = (more: object) =>
      late.call(`PUT /api/moderation/reports/${id}/decision`, mod.token, { reason: 'spam', note: 'N', ...more });
    expect((await decide({ decision: 'warn', days: 7 })).status).toBe(400);
    expect((await decide({ decision: 'suspend', days: 2 })).status).toBe(400);
  });
});
