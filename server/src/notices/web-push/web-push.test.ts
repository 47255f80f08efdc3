import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { formTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import type { WebPushService } from '@sangam/testing/push-service';
import { type Pushing, startPushing } from '@sangam/testing/pushing';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findShownOfRead, findUnshownChats } from './stale.queries.js';

let pushing: Pushing;
let server: TestServer;
let service: WebPushService;
let asha: TestMember;
let bina: TestMember;

beforeAll(async () => {
  pushing = await startPushing();
  ({ server, service } = pushing);
  asha = await server.signUp('Asha Rao');
});
afterAll(() => pushing.close());
afterEach(() => service.answerWith(201));

const send = async (to: TestMember, content = 'A **secret** plan') =>
  expect((await server.call('POST /api/messages', asha.token, { receiver_id: to.id, content })).status).toBe(201);
const markRead = (member: TestMember) => server.call(`PUT /api/messages/mark-read/${asha.id}`, member.token);

describe('a message to a team', () => {
  it('notifies each other participant once, in the name of the team, except those who chose otherwise or left', async () => {
    const [chitra, dev, eka] = [await server.signUp('Chitra'), await server.signUp('Dev'), await server.signUp('Eka')];
    const { projectId, conversationId } = await formTeam(server, chitra, [dev, eka]);
    const devices = {
      chitra: await pushing.subscribe(chitra),
      dev: await pushing.subscribe(dev, true),
      eka: await pushing.subscribe(eka),
    };
    const choice = await server.call(`PUT /api/messages/c/${conversationId}/notify`, eka.token, { notify: 'off' });
    expect(choice).toMatchObject({ status: 200, body: { data: { notify: 'off' } } });
    const sendToTeam = (content: string) =>
      server.call('POST /api/messages', chitra.token, { conversation_id: conversationId, content });
    await sendToTeam('Shall we **meet**?');
    await sendToTeam('At six');
    await pushing.pass();
    const topic = `team:${conversationId}`;
    const shown = { topic, version: 2, title: 'Rover', path: `/messages/c/${conversationId}`, body: 'Chitra: At six' };
    expect(devices.dev.delivered()).toMatchObject([{ notice: shown }]);
    expect(devices.eka.delivered().filter(({ notice }) => notice.topic === topic)).toEqual([]);
    expect(devices.chitra.delivered().filter(({ notice }) => notice.topic === topic)).toEqual([]);

    await server.call(`DELETE /api/projects/${projectId}/members/${dev.id}`, chitra.token, {});
    await pushing.pass();
    expect(
      devices.dev
        .delivered()
        .filter(({ notice }) => notice.topic === topic)
        .at(-1),
    ).toMatchObject({
      notice: { topic, close: true },
    });
    await sendToTeam('Without you');
    await server.call(`PUT /api/messages/c/${conversationId}/notify`, eka.token, { notify: 'all' });
    await sendToTeam('With Eka');
    await pushing.pass();
    expect(devices.eka.delivered().filter(({ notice }) => notice.topic === topic)).toMatchObject([
      { notice: { topic, version: 4, body: '4 new messages' } },
    ]);
    expect(devices.dev.delivered().filter(({ notice }) => notice.topic === topic)).toHaveLength(2);
    await server.call(`PUT /api/messages/c/${conversationId}/read`, eka.token);
    // The job is due at once, so it may be gone from the queue before a test could find it there.
    await eventually(() => expect(devices.eka.delivered().at(-1)).toMatchObject({ notice: { topic, close: true } }));
  });
});

it('notifies a participant who chose only mentions, in the name of the member who wrote', async () => {
  const [chitra, dev] = [await server.signUp('Chitra'), await server.signUp('Dev')];
  const { conversationId } = await formTeam(server, chitra, [dev]);
  const device = await pushing.subscribe(dev);
  await server.call(`PUT /api/messages/c/${conversationId}/notify`, dev.token, { notify: 'mentions' });
  const sendToTeam = (content: string, mentions?: object[]) =>
    server.call('POST /api/messages', chitra.token, { conversation_id: conversationId, content, mentions });
  await sendToTeam('Nothing for Dev');
  await sendToTeam('Hi @Dev', [{ user_id: dev.id, name: 'Dev' }]);
  await pushing.pass();
  const shown = device.delivered().map(({ notice }) => notice);
  expect(shown.filter(({ topic }) => topic === `team:${conversationId}`)).toMatchObject([
    { title: 'Rover', body: 'Chitra mentioned you', version: 2 },
  ]);
});

it('notifies once of a mention that an edit adds, even to a message that was shown before', async () => {
  const [chitra, dev, eka] = [await server.signUp('Chitra'), await server.signUp('Dev'), await server.signUp('Eka')];
  const { conversationId } = await formTeam(server, chitra, [dev, eka]);
  const devices = { dev: await pushing.subscribe(dev), eka: await pushing.subscribe(eka) };
  await server.call(`PUT /api/messages/c/${conversationId}/notify`, eka.token, { notify: 'mentions' });
  const mentions = [dev, eka].map(({ id, user }) => ({ user_id: id, name: user.name }));
  const edit = (content: string) =>
    server.call(`PATCH /api/messages/c/${conversationId}/1`, chitra.token, {
      content,
      client_id: randomUUID(),
      mentions,
    });
  const noticesShownTo = (name: keyof typeof devices) =>
    devices[name]
      .delivered()
      .map(({ notice }) => notice)
      .filter(({ topic }) => topic === `team:${conversationId}`);
  await server.call('POST /api/messages', chitra.token, { conversation_id: conversationId, content: 'Who comes?' });
  await pushing.pass();
  expect(noticesShownTo('dev')).toMatchObject([{ body: 'New message', version: 1 }]);
  expect(noticesShownTo('eka')).toEqual([]);
  expect((await edit('@Dev and @Eka, who comes?')).status).toBe(200);
  await pushing.pass();
  expect(noticesShownTo('dev')).toMatchObject([{}, { body: 'Chitra mentioned you', version: 2, came: 2 }]);
  expect(noticesShownTo('eka')).toMatchObject([{ title: 'Rover', body: 'Chitra mentioned you', version: 2 }]);
  // The mention stays, or is removed and added again.
  await edit('@Dev and @Eka, who is coming?');
  await edit('Who is coming?');
  await edit('@Dev and @Eka, who is coming?');
  await server.call('POST /api/messages', dev.token, { conversation_id: conversationId, content: 'I am' });
  await pushing.pass();
  expect(noticesShownTo('dev')).toHaveLength(2);
  expect(noticesShownTo('eka')).toMatchObject([{ version: 2 }, { version: 3 }]);
});

describe('a message to a member whose tabs are closed', () => {
  it('shows one notice on each device, without its text unless the device shows text', async () => {
    bina = await server.signUp('Bina');
    const [phone, laptop] = [await pushing.subscribe(bina), service.subscribe(true)];
    const session = (await server.call('POST /api/auth/login', null, { email: bina.email, password: bina.password }))
      .body.token;
    await server.call('PUT /api/push', session, laptop.body);
    await send(bina);
    await pushing.pass();
    const topic = `chat:${asha.id}`;
    const notice = { topic, version: 1, title: 'Asha Rao', path: expect.stringMatching(/^\/messages\/c\/\d+$/u) };
    expect(phone.delivered()).toMatchObject([
      { notice: { ...notice, body: 'New message' }, urgency: 'high', topic: `chat-${asha.id}` },
    ]);
    expect(laptop.delivered()).toMatchObject([{ notice: { ...notice, body: 'A secret plan' } }]);
    expect(JSON.stringify(phone.delivered())).not.toContain('secret');

    await send(bina);
    await pushing.pass();
    expect(phone.delivered().map((one) => one.notice.body)).toEqual(['New message', '2 new messages']);

    // Read on one device, it closes on all.
    await markRead(bina);
    await eventually(() => expect(phone.delivered().at(-1)?.notice).toEqual({ topic, version: 2, close: true }));
    await eventually(() => expect(laptop.delivered().at(-1)?.notice).toMatchObject({ close: true }));
    await eventually(async () => expect(await pushing.jobs()).toEqual([]));
    const shown = `SELECT FROM push_notices n JOIN push_subscriptions s ON s.id = n.subscription_id WHERE s.user_id = $1`;
    expect((await server.database.pool.query(shown, [bina.id])).rows).toEqual([]);
  });

  it('is not pushed if it is read before it is due', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    await send(member);
    await eventually(async () => expect((await pushing.jobs()).length).toBe(1));
    await markRead(member);
    await pushing.pass();
    expect(device.delivered()).toEqual([]);
  });

  it('closes if it was read before the push service had answered', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    const release = service.hold();
    await send(member);
    await eventually(async () => expect((await pushing.jobs()).length).toBe(1));
    pushing.advance(PUSHED_AFTER_MS);
    await eventually(() => expect(device.delivered()).toHaveLength(1));
    await markRead(member);
    // The push that the service holds runs once more, since the topic was read meanwhile.
    await eventually(async () => expect(await pushing.jobs()).toMatchObject([{ again_at: expect.any(Date) }]));
    release();
    await eventually(() => expect(device.delivered().at(-1)?.notice).toMatchObject({ close: true }));
  });

  it('is not pushed again by a repeated job, and once after a failure', async () => {
    const member = await server.signUp();
    const [device, other] = [await pushing.subscribe(member), service.subscribe()];
    const { email, password } = member;
    const { token } = (await server.call('POST /api/auth/login', null, { email, password })).body;
    await server.call('PUT /api/push', token, other.body);
    service.answerWith(503);
    await send(member);
    await eventually(async () => expect((await pushing.jobs()).length).toBe(1));
    pushing.advance(PUSHED_AFTER_MS);
    await eventually(async () => expect((await pushing.jobs())[0]?.attempts).toBeGreaterThan(2));
    service.answerWith(201);
    await eventually(async () => expect(await pushing.jobs()).toEqual([]));
    expect(device.delivered()).toHaveLength(1);
    expect(other.delivered()).toHaveLength(1);
  });

  it.each([
    ['in seconds', 429, () => '120', 120],
    ['as a date', 503, () => new Date(pushing.clock.nowMs() + 120_000).toUTCString(), 120],
    ['at a time that has passed', 429, () => new Date(0).toUTCString(), 1],
    ['at a distant time', 503, () => '999999999', 3_600],
  ])('is pushed again when the push service says, %s', async (_, status, when, waitsS) => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    await send(member);
    await eventually(async () => expect(await pushing.jobs()).toHaveLength(1));
    service.answerWith(status, when());
    const asked = device.requestCount();
    pushing.advance(PUSHED_AFTER_MS);
    await eventually(() => expect(device.requestCount()).toBeGreaterThan(asked));
    const waitMs = await eventually(async () => {
      const jobs = await pushing.jobs();
      expect(jobs).toMatchObject([{ leased_until: null }]);
      return jobs[0].due_at.getTime() - pushing.clock.nowMs();
    });
    service.answerWith(201);
    // The date has whole seconds, and the clock goes on.
    expect(waitMs / 1_000).toBeLessThanOrEqual(waitsS);
    expect(waitMs / 1_000).toBeGreaterThan(waitsS - 30);
    pushing.advance(waitsS * 1_000);
    await eventually(() => expect(device.delivered()).toHaveLength(1));
    await eventually(async () => expect(await pushing.jobs()).toEqual([]));
  });

  it('is pushed once the database is back', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    await server.database.pool.query('ALTER TABLE jobs RENAME TO away');
    await send(member);
    // Several attempts to write the push's job, one every 20 ms.
    await sleep(100);
    await server.database.pool.query('ALTER TABLE away RENAME TO jobs');
    await pushing.pass();
    expect(device.delivered()).toHaveLength(1);
  });

  it('is pushed after the next start if a crashing server had gathered it', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    await send(member);
    await eventually(async () => expect((await pushing.jobs()).length).toBe(1));
    await server.database.pool.query('DELETE FROM jobs');
    // A device with an expired session gets no push and does not count towards the limit.
    const expired = await server.signUp();
    const silent = await pushing.subscribe(expired);
    await send(expired);
    await eventually(async () => expect((await pushing.jobs()).length).toBe(1));
    await server.database.pool.query('DELETE FROM jobs');
    await server.database.pool.query('UPDATE sessions SET expires_at = created_at WHERE user_id = $1', [expired.id]);
    const { db } = server.database;
    const page = { now: pushing.clock.now(), after: 0, max: 1_000 };
    const { changed } = await findUnshownChats(db, page);
    expect(changed.filter(({ user_id }) => [member.id, expired.id].includes(user_id))).toEqual([
      { user_id: member.id, topic: `chat:${asha.id}` },
    ]);
    pushing.advance(PUSHED_AFTER_MS);
    await using _next = await startTestServer({ ...pushing.options, beside: server });
    await pushing.pass();
    expect(device.delivered()).toMatchObject([{ notice: { topic: `chat:${asha.id}`, version: 1 } }]);
    expect(silent.delivered()).toEqual([]);
  });
});

describe('a block', () => {
  it('closes the notice of the other member’s messages, even after a missed event', async () => {
    const member = await server.signUp();
    const device = await pushing.subscribe(member);
    await send(member);
    await pushing.pass();
    expect(device.delivered()).toHaveLength(1);
    const { rows } = await server.database.pool.query(
      'SELECT n.* FROM push_notices n JOIN push_subscriptions s ON s.id = n.subscription_id WHERE s.user_id = $1',
      [member.id],
    );
    expect((await server.call(`PUT /api/blocks/${asha.id}`, member.token)).status).toBe(200);
    await eventually(() => expect(device.delivered().at(-1)?.notice).toMatchObject({ close: true }));
    await eventually(async () => expect(await pushing.jobs()).toEqual([]));
    for (const { subscription_id, topic, version } of rows)
      await server.database.pool.query('INSERT INTO push_notices VALUES ($1, $2, $3)', [
        subscription_id,
        topic,
        version,
      ]);
    const { changed } = await findShownOfRead(server.database.db, {
      now: pushing.clock.now(),
      after: 0,
      max: 1_000,
    });
    expect(changed).toEqual([{ user_id: member.id, topic: `chat:${asha.id}` }]);
  });
});

describe('a notification', () => {
  it('is pushed with its text, and closed once it is read elsewhere', async () => {
    const creator = await server.signUp('Chitra');
    const device = await pushing.subscribe(creator);
    const project = await postProject(server, creator, { title: 'Solar Tracker' });
    const { request } = (await server.call('POST /api/project-requests', asha.token, { project_id: project })).body
      .data;
    await pushing.pass();
    const path = `/projects/${project}?request=${request.id}`;
    const notice = { title: 'Asha Rao', body: 'Wants to join Solar Tracker', path };
    expect(device.delivered()).toMatchObject([{ notice }]);
    await server.call('PUT /api/inbox/read-all', creator.token);
    await eventually(() =>
      expect(device.delivered().at(-1)?.notice).toMatchObject({
        topic: device.delivered()[0]?.notice.topic,
        close: true,
      }),
    );
  });
});

describe('a member’s choice', () => {
  it('is respected: no push about groups that are off, and none before quiet hours end', async () => {
    const [memberWithChoices, asleep] = [await server.signUp(), await server.signUp()];
    const [silent, later] = [await pushing.subscribe(memberWithChoices), await pushing.subscribe(asleep)];
    const choose = (member: TestMember, body: object) =>
      server.call('PATCH /api/notification-choices', member.token, body);
    await choose(memberWithChoices, { push_off: ['messages'] });
    const minute = Math.floor(pushing.clock.nowMs() / 60_000) % 1_440;
    const quiet = { from: (minute + 1_430) % 1_440, until: (minute + 30) % 1_440 };
    expect((await choose(asleep, { quiet, time_zone: 'UTC' })).status).toBe(200);
    for (const [field, wrong] of [
      ['time_zone', 'Nowhere/Town'],
      ['quiet', { from: 60, until: 60 }],
    ] as const)
      expect(await choose(asleep, { [field]: wrong })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    for (const member of [memberWithChoices, asleep]) await send(member);
    await eventually(async () => expect(await pushing.jobs()).toHaveLength(2));
    pushing.advance(PUSHED_AFTER_MS);
    // One of the two pushes is still waiting.
    await eventually(async () => {
      const [job, ...others] = await pushing.jobs();
      expect(others).toEqual([]);
      expect(job).toMatchObject({ leased_until: null });
      expect(job?.due_at.getTime()).toBeGreaterThan(pushing.clock.nowMs());
    });
    expect([...silent.delivered(), ...later.delivered()]).toEqual([]);
    pushing.advance(31 * 60_000);
    await eventually(() => expect(later.delivered()).toHaveLength(1));
    await eventually(async () => expect(await pushing.jobs()).toEqual([]));
    expect(silent.delivered()).toEqual([]);
  });
});

describe('a muted conversation or project', () => {
  const mute = (member: TestMember, target: string, method = 'PUT') =>
    server.call(`${method} /api/${target}`, member.token);

  it('sends no push, but its notification stays unread in the list', async () => {
    const [member, device] = await server
      .signUp()
      .then(async (member) => [member, await pushing.subscribe(member)] as const);
    const project = await postProject(server, member, { title: 'Solar Tracker' });
    await mute(member, `messages/mute/${asha.id}`);
    expect((await mute(member, `projects/${project}/mute`)).body.data).toMatchObject({
      muted_member_ids: [asha.id],
      muted_project_ids: [project],
      version: 2,
    });
    await send(member);
    await server.call('POST /api/project-requests', asha.token, { project_id: project });
    await pushing.pass();
    expect(device.delivered()).toEqual([]);
    expect((await server.call('GET /api/messages/unread-count', member.token)).body.data.unread_count).toBe(1);
    expect((await server.call('GET /api/inbox', member.token)).body.data.unread).toBe(1);

    expect((await mute(member, `messages/mute/${asha.id}`, 'DELETE')).body.data.muted_member_ids).toEqual([]);
    await send(member);
    await pushing.pass();
    expect(device.delivered()).toMatchObject([{ notice: { topic: `chat:${asha.id}`, body: '2 new messages' } }]);

    const other = await postProject(server, member, { title: 'Wind Tracker' });
    await mute(member, `projects/${other}/mute`);
    expect((await mute(member, `projects/${other}/mute`, 'DELETE')).body.data.muted_project_ids).toEqual([project]);
  });

  it('must exist, and a member cannot mute themselves', async () => {
    const member = await server.signUp();
    expect(await mute(member, `messages/mute/${member.id}`)).toMatchObject({ body: { code: 'USER_NOT_FOUND' } });
    expect(await mute(member, 'messages/mute/999999999')).toMatchObject({ body: { code: 'USER_NOT_FOUND' } });
    expect(await mute(member, 'projects/999999999/mute')).toMatchObject({ body: { code: 'PROJECT_NOT_FOUND' } });
    const project = await postProject(server, member, { title: 'Solar Tracker' });
    expect((await server.call(`DELETE /api/projects/${project}`, member.token)).status).toBe(200);
    expect(await mute(member, `projects/${project}/mute`)).toMatchObject({ body: { code: 'PROJECT_NOT_FOUND' } });
  });

  it('counts toward a limit', async () => {
    const member = await server.signUp();
    await mute(member, `messages/mute/${asha.id}`);
    await server.database.pool.query(
      `WITH others AS (INSERT INTO users (name, email, password_hash)
         SELECT 'Other', 'other' || n || '-' || $1 || '@example.org', '' FROM generate_series(1, $2) AS n RETURNING id)
       INSERT INTO muted_members SELECT $1::bigint, id FROM others`,
      [member.id, noticeServerLimits.mutedMax - 1],
    );
    const other = await server.signUp();
    expect(await mute(member, `messages/mute/${other.id}`)).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });
});
