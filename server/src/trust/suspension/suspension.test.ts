import { minuteMs } from '@sangam/shared/core/limits';
import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { postProject } from '@sangam/testing/post-project';
import { openPushService, type WebPushService } from '@sangam/testing/push-service';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const REDIS_URL = inject('redisUrl') ?? '';
let mailbox: Mailbox;
let service: WebPushService;
let server: TestServer;
const clock = shiftedClock();
const options = () => ({
  clock,
  webPushNetwork: service.network,
  env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test', REDIS_URL },
  timings: {
    jobs: { pollMs: 100, retryFirstMs: 20 },
    unreadEmail: { gatherMs: 20 },
    push: { gatherMs: 20 },
    presence: { closeGraceMs: 0, flushMs: 20 },
  },
});

beforeAll(async () => {
  [mailbox, service] = await Promise.all([openMailbox(), openPushService()]);
  server = await startTestServer(options());
});
afterAll(async () => {
  await server.close();
  await Promise.all([mailbox.close(), service.close()]);
});

const sql = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
const isDone = (kind: string, { id }: TestMember) =>
  eventually(async () =>
    expect(await sql('SELECT 1 FROM jobs WHERE kind = $1 AND key = $2', kind, String(id))).toEqual([]),
  );
const post = (by: TestMember, title: string): Promise<number> => postProject(server, by, { title });
const ask = async ({ token }: TestMember, project_id: number): Promise<number> =>
  (await server.call('POST /api/project-requests', token, { project_id })).body.data.request.id;
type Notified = [kind: string, project: number];
const inboxOf = async ({ token }: TestMember): Promise<Notified[]> =>
  (await server.call('GET /api/inbox', token)).body.data.items.map(
    ({ kind, project_id }: { kind: string; project_id: number }) => [kind, project_id],
  );
/** Reports and suspends a member; returns a function that lifts the suspension. */
async function suspend(member: TestMember, by: TestServer = server) {
  const [mod, witness] = [await server.signUp('Mod'), await server.signUp()];
  await sql('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', mod.id);
  const report = { kind: 'member', id: member.id, reason: 'spam' };
  const { id } = (await server.call('POST /api/reports', witness.token, report)).body.data;
  const decision = { decision: 'suspend', reason: 'spam', note: 'Seen' };
  expect((await by.call(`PUT /api/moderation/reports/${id}/decision`, mod.token, decision)).status).toBe(200);
  return async () =>
    expect(
      (await by.call(`DELETE /api/moderation/members/${member.id}/suspension`, mod.token, { note: 'Enough' })).status,
    ).toBe(200);
}

it('ends the member’s pending requests like withdrawals, and lifting it restores none', async () => {
  const [ben, creator, mate] = [await server.signUp('Ben'), await server.signUp(), await server.signUp()];
  const [asked, shown, team, own] = [
    await post(creator, 'Asked'),
    await post(creator, 'Shown'),
    await post(creator, 'Team'),
    await post(ben, 'Own'),
  ];
  const request = await ask(ben, asked);
  await server.call(`POST /api/projects/${shown}/connect`, ben.token);
  for (const [owner, id] of [
    [creator, await ask(ben, team)],
    [ben, await ask(mate, own)],
  ] as const)
    await server.call(`PUT /api/project-requests/${id}/status`, owner.token, { status: 'accepted' });
  await server.call(`PUT /api/projects/${own}/offer`, ben.token, { user_id: mate.id });
  await server.call(`PUT /api/projects/${team}/offer`, creator.token, { user_id: ben.id });
  const before = { creator: await inboxOf(creator), mate: await inboxOf(mate) };
  expect(before.creator).toContainEqual(['request:received', asked]);
  expect(before.creator).toContainEqual(['interest:received', shown]);
  expect(before.mate).toContainEqual(['offer:received', own]);

  const lift = await suspend(ben);
  await isDone('moderation:end-own', ben);
  const standing = async () => ({
    request: await sql('SELECT status, ended_by FROM join_requests WHERE id = $1', request),
    interest: await sql('SELECT status, ended_by FROM interests WHERE requester_id = $1', ben.id),
    offers: await sql('SELECT 1 FROM project_offers WHERE project_id = ANY ($1)', [own, team]),
  });
  const ended = {
    request: [{ status: 'withdrawn', ended_by: null }],
    interest: [{ status: 'denied', ended_by: 'withdrawn' }],
    offers: [],
  };
  expect(await standing()).toEqual(ended);
  // As if the member had withdrawn them.
  const instead = new Map([
    [asked, 'request:withdrawn'],
    [shown, 'interest:withdrawn'],
  ]);
  const expected = before.creator.map(([kind, project]): Notified => [instead.get(project) ?? kind, project]);
  expect((await inboxOf(creator)).toSorted()).toEqual(expected.toSorted());
  const toMate = before.mate.filter(([kind]) => kind !== 'offer:received');
  expect(await inboxOf(mate)).toEqual([['team:hidden', own], ...toMate]);
  const { requests } = (await server.call('GET /api/project-requests/incoming', creator.token)).body.data;
  expect(requests).toEqual([]);
  // The seat stays, since only the team can free it.
  const { project } = (await server.call(`GET /api/projects/${team}`, creator.token)).body;
  expect(project.current_members).toBe(2);

  await lift();
  expect(await standing()).toEqual(ended);
  expect((await server.call(`GET /api/projects/${own}`, mate.token)).body.project.hidden).toBeUndefined();
});

it('emails the member only about the suspension', async () => {
  const [ben, friend] = [await server.signUpConfirmed(), await server.signUp()];
  const body = { receiver_id: ben.id, content: 'Are you there?' };
  expect((await server.call('POST /api/messages', friend.token, body)).status).toBe(201);
  const due = async () => sql("SELECT 1 FROM jobs WHERE kind = 'mail:unread' AND key = $1", String(ben.id));
  await eventually(async () => expect(await due()).toHaveLength(1));
  await suspend(ben);
  const subjects = () =>
    mailbox.emails.filter(({ to }) => to?.some((one) => one.address === ben.email)).map(({ subject }) => subject);
  // Waits until no job runs, since the clock's jump would end its lease.
  await eventually(async () => expect(await sql("SELECT 1 FROM jobs WHERE kind = 'mail:suspended'")).toEqual([]));
  clock.aheadMs += 20 * minuteMs;
  await eventually(async () => expect(await due()).toEqual([]));
  expect(subjects()).toEqual(['Your Sangam account is suspended']);
});

it('pushes nothing that was due, and still pushes to the rest of the team', async () => {
  const [ben, mate, creator] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const team = await post(creator, 'Team');
  for (const member of [ben, mate]) {
    const request = await ask(member, team);
    await server.call(`PUT /api/project-requests/${request}/status`, creator.token, { status: 'accepted' });
  }
  const devices = { ben: service.subscribe(true), mate: service.subscribe(true) };
  expect((await server.call('PUT /api/push', ben.token, devices.ben.body)).status).toBe(200);
  expect((await server.call('PUT /api/push', mate.token, devices.mate.body)).status).toBe(200);
  for (const { id } of [ben, mate])
    await server.call('POST /api/messages', creator.token, { receiver_id: id, content: 'Are you there?' });
  const due = () => sql("SELECT 1 FROM jobs WHERE kind LIKE 'push%' AND failed_at IS NULL");
  await eventually(async () => expect((await due()).length).toBeGreaterThanOrEqual(2));
  await suspend(ben);
  expect((await server.call(`PUT /api/projects/${team}/state`, creator.token, { state: 'finished' })).status).toBe(200);
  await eventually(async () => expect(await sql("SELECT 1 FROM jobs WHERE kind = 'mail:suspended'")).toEqual([]));
  clock.aheadMs += PUSHED_AFTER_MS;
  await eventually(async () => expect(await due()).toEqual([]));
  expect(devices.mate.delivered().map(({ notice }) => notice.body)).toContain('Are you there?');
  expect(devices.ben.delivered()).toEqual([]);
});

describe.runIf(REDIS_URL !== '')('on another server', () => {
  it('sockets close and tokens stop working', async () => {
    await using other = await startTestServer({ ...options(), beside: server });
    const [ben, bystander] = [await server.signUp(), await server.signUp()];
    const [socket, kept] = [await other.connect(ben), await other.connect(bystander)];
    expect((await other.call('GET /api/auth/me', ben.token)).status).toBe(200);
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    const startedMs = Date.now();
    await suspend(ben);
    expect(await ended).toBe('io server disconnect');
    // Caused by the event, not by the check of sessions every 15 s.
    expect(Date.now() - startedMs).toBeLessThan(10_000);
    expect((await other.call('GET /api/auth/me', ben.token)).status).toBe(401);
    await expect(other.connect(ben)).rejects.toThrow();
    expect(kept.connected).toBe(true);
  });
});
