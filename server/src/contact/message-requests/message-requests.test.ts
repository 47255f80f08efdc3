import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Two servers on one database, with message requests for strangers' first messages. */
let server: TestServer;
let second: TestServer;
let pool: AddedMember[];
beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  second = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' }, beside: server });
  pool = await addMembers(server.database, 110, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const take = <N extends number>(count: N) => takeFrom(pool, count);
const pair = () => take(2);
const write = (from: AddedMember, to: AddedMember, change: object = {}, at = server) =>
  at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi', client_id: randomUUID(), ...change });
const decide = (who: AddedMember, from: AddedMember, decision: string, at = server) =>
  at.call(`PUT /api/messages/requests/${from.id}`, who.token, { decision });
const get = async (who: AddedMember, path: string, at = server) => (await at.call(`GET ${path}`, who.token)).body.data;
const listed = async (who: AddedMember, from: AddedMember) =>
  (await get(who, '/api/messages/conversations')).conversations.find(({ id }: { id: number }) => id === from.id);
const stateOf = async (who: AddedMember, from: AddedMember) => (await listed(who, from))?.request ?? null;
const counts = (who: AddedMember) => get(who, '/api/messages/unread-count');
const post = (owner: AddedMember): Promise<number> => postProject(server, owner);
const ask = async (who: AddedMember, project_id: number): Promise<number> =>
  (await server.call('POST /api/project-requests', who.token, { project_id })).body.data.request.id;
const accept = (creator: AddedMember, id: number) =>
  server.call(`PUT /api/project-requests/${id}/status`, creator.token, { status: 'accepted' });

describe('a first message from a stranger', () => {
  it('is marked in every call, and also counted separately', async () => {
    const [a, b] = pair();
    expect((await write(a, b)).status).toBe(201);
    await write(a, b, { content: 'Are you there?' });
    expect(await listed(b, a)).toMatchObject({ request: 'waiting', unread_count: 2 });
    const { notifications } = await get(b, '/api/messages/notifications');
    expect(notifications).toMatchObject([{ sender_id: a.id, request: 'waiting' }]);
    expect((await get(b, `/api/messages/conversation/${a.id}`)).user.request).toBe('waiting');
    expect(await counts(b)).toMatchObject({ unread_count: 2, request_count: 1, request_unread_count: 2 });
    const requests = await get(b, '/api/messages/requests');
    expect(requests).toMatchObject({ conversations: [{ id: a.id, request: 'waiting' }], has_more: false });
    expect((await get(b, '/api/refresh')).bell.data).toMatchObject({ request_count: 1 });
  });

  it('is listed in pages, also with others of the same time', async () => {
    const [reader, ...senders] = take(4);
    for (const sender of senders) await write(sender, reader);
    const ids = senders.map(({ id }) => id);
    await sql`UPDATE conversations SET last_message_at = date_trunc('milliseconds', now()) WHERE low_id = ${reader.id} AND high_id = ANY (${ids})`.execute(
      server.database.db,
    );
    const page = (before = '') => get(reader, `/api/messages/requests?limit=1${before}`);
    const found: number[] = [];
    for (let before = ''; ; ) {
      const { conversations, has_more } = await page(before);
      found.push(conversations[0].id);
      if (!has_more) break;
      before = `&before=${conversations[0].last_message_time}&before_id=${conversations[0].id}`;
    }
    expect(found).toEqual(ids.toReversed());
  });

  it('is an ordinary conversation for its sender', async () => {
    const [a, b] = pair();
    const sent = await write(a, b);
    expect(sent.body.data).not.toHaveProperty('request');
    expect(await listed(a, b)).not.toHaveProperty('request');
    expect(await counts(a)).toEqual({ unread_count: 0, unread_version: 0 });
    expect((await get(a, '/api/messages/requests')).conversations).toEqual([]);
  });

  it('is announced to the reader before the message itself', async () => {
    const [a, b] = pair();
    const socket = await server.connect(b);
    const received: string[] = [];
    socket.onAny((event) => received.push(event));
    await write(a, b);
    await eventually(() => expect(received).toContain('unread:changed'));
    expect(received.filter((event) => event.startsWith('message'))).toEqual(['message-request:changed', 'message:new']);
  });

  it('is no message request in a team, or from the creator of a project that the reader asked to join', async () => {
    const [a, b, c] = take(3);
    const project = await post(a);
    for (const who of [b, c]) await accept(a, await ask(who, project));
    await write(b, c);
    expect(await stateOf(c, b)).toBeNull();
    await write(a, b);
    expect(await stateOf(b, a)).toBeNull();

    const [d, e] = pair();
    await ask(e, await post(d));
    await write(d, e);
    expect(await stateOf(e, d)).toBeNull();
  });

  it('is no message request between members of a team that one of them has left', async () => {
    const [a, b, c, d, e] = take(5);
    const project = await post(a);
    const leave = (who: AddedMember) => server.call(`DELETE /api/projects/${project}/members/me`, who.token);
    for (const who of [b, c]) await accept(a, await ask(who, project));
    await leave(b);
    await write(a, b);
    await write(b, c);
    expect([await stateOf(b, a), await stateOf(c, b)]).toEqual([null, null]);
    expect(await counts(b)).toMatchObject({ unread_count: 1 });
    expect((await get(b, '/api/messages/notifications')).notifications).toMatchObject([{ sender_id: a.id }]);

    // Members whose time in the team didn't overlap remain strangers.
    const [{ conversation_id }] = (await get(a, '/api/refresh')).teams.data.teams;
    await server.call('POST /api/messages', a.token, { conversation_id, content: 'Bye', client_id: randomUUID() });
    for (const who of [d, e]) await accept(a, await ask(who, project));
    await write(d, b);
    expect(await stateOf(b, d)).toBe('waiting');
    await write(d, e);
    expect(await stateOf(e, d)).toBeNull();
  });

  it('is no message request in an earlier conversation', async () => {
    const [a, b] = pair();
    await write(a, b);
    await sql`UPDATE memberships SET request = NULL, told_read_seq = NULL WHERE user_id = ${b.id}`.execute(
      server.database.db,
    );
    await write(a, b);
    expect(await stateOf(b, a)).toBeNull();
  });
});

describe('until the reader decides, the sender', () => {
  const signsOfReading = async (a: AddedMember, b: AddedMember) => {
    const { other_read_seq, is_online } = await listed(a, b);
    const [status] = (await server.call('POST /api/users/status', a.token, { userIds: [b.id] })).body.data;
    return { other_read_seq, is_online, status: status.is_online };
  };
  const nothing = { other_read_seq: 0, is_online: false, status: false };

  it('gets no read marks, presence or typing events, and no sign that it was ignored', async () => {
    const [a, b] = pair();
    const socketA = await server.connect(a);
    const socketB = await server.connect(b);
    const received: string[] = [];
    await write(a, b);
    socketA.onAny((event) => received.push(event));
    await server.call(`PUT /api/messages/mark-read/${a.id}`, b.token, {});
    expect(await counts(b)).toMatchObject({ unread_count: 0, request_count: 1, request_unread_count: 0 });
    await socketB.emitWithAck('typing', { receiver_id: a.id, typing: true });
    expect(await signsOfReading(a, b)).toEqual(nothing);
    await decide(b, a, 'ignored');
    expect(await signsOfReading(a, b)).toEqual(nothing);
    expect((await write(a, b)).status).toBe(201);
    await sleep(300);
    // Only the sender's own messages, which the sender's other devices show.
    expect([...new Set(received)]).toEqual(['message:new']);
  });

  it.each(['waiting', 'ignored'])('does not show the reader typing, in a request that is %s', async (state) => {
    const [a, b] = pair();
    await write(a, b);
    if (state === 'ignored') await decide(b, a, 'ignored');
    const socketA = await server.connect(a);
    const received: unknown[] = [];
    (await server.connect(b)).on('typing', (typing) => received.push(typing));
    const type = () => socketA.emitWithAck('typing', { receiver_id: b.id, typing: true });
    await type();
    await decide(b, a, 'accepted');
    expect(received).toEqual([]);
    await type();
    await eventually(() => expect(received).toMatchObject([{ sender_id: a.id, typing: true }]));
  });

  it.each<[string, (reader: AddedMember, sender: AddedMember) => Promise<unknown>]>([
    ['accepts it', (reader, sender) => decide(reader, sender, 'accepted')],
    ['answers it', (reader, sender) => write(reader, sender)],
    [
      'shows interest in a project of theirs',
      async (reader, sender) => server.call(`POST /api/projects/${await post(sender)}/connect`, reader.token),
    ],
    [
      'takes them into their team',
      async (reader, sender) => {
        const id = await ask(sender, await post(reader));
        await accept(reader, id);
      },
    ],
  ])('gets a read mark without the time of reading once the reader %s', async (_, act) => {
    const [a, b] = pair();
    const readAt: number[] = [];
    (await server.connect(a)).on('message:read', ({ read_at }) => void readAt.push(Date.parse(read_at)));
    await write(a, b);
    await server.call(`PUT /api/messages/mark-read/${a.id}`, b.token, {});
    await sleep(20);
    const before = Date.now();
    await act(b, a);
    await eventually(() => expect(readAt).toHaveLength(1));
    expect(readAt[0]).toBeGreaterThanOrEqual(before);
  });

  it('gets all of these after the decision', async () => {
    const [a, b] = pair();
    const socketA = await server.connect(a);
    await server.connect(b);
    await eventually(async () => expect((await get(a, `/api/users/${b.id}/status`)).is_online).toBe(true));
    await socketA.emitWithAck('presence:watch', { userIds: [b.id] });
    const received: [string, unknown][] = [];
    socketA.onAny((event, payload) => received.push([event, payload]));
    await write(a, b);
    const presence = (is_online: boolean) => ['presence:changed', expect.objectContaining({ id: b.id, is_online })];
    await eventually(() => expect(received).toContainEqual(presence(false)));
    await server.call(`PUT /api/messages/mark-read/${a.id}`, b.token, {});
    expect((await decide(b, a, 'accepted')).body.data).toMatchObject({ user_id: a.id, request: null });
    await eventually(() => expect(received).toContainEqual(presence(true)));
    expect(received).toContainEqual(['message:read', expect.objectContaining({ reader_id: b.id, up_to: 1 })]);
    expect(await signsOfReading(a, b)).toEqual({ other_read_seq: 1, is_online: true, status: true });
  });
});

describe('a message request ends', () => {
  const waiting = async () => {
    const [a, b] = pair();
    await write(a, b);
    expect(await stateOf(b, a)).toBe('waiting');
    return { a, b };
  };

  it('when it is accepted, for good', async () => {
    const { a, b } = await waiting();
    const before = await counts(b);
    await decide(b, a, 'accepted', second);
    expect(await stateOf(b, a)).toBeNull();
    const after = await counts(b);
    expect(after).toEqual({ unread_count: 1, unread_version: before.unread_version + 1 });
    expect((await decide(b, a, 'accepted')).status).toBe(200);
    expect((await decide(b, a, 'ignored')).body.code).toBe('ALREADY_DECIDED');
    expect((await get(b, '/api/messages/requests')).conversations).toEqual([]);
  });

  it.each(['waiting', 'ignored'])('when the reader answers one that is %s', async (state) => {
    const { a, b } = await waiting();
    if (state === 'ignored') await decide(b, a, 'ignored');
    // Makes this server remember the conversation.
    await get(b, `/api/messages/conversation/${a.id}`, second);
    expect((await write(b, a, {}, second)).status).toBe(201);
    expect(await stateOf(b, a)).toBeNull();
    expect(await stateOf(a, b)).toBeNull();
    await write(a, b);
    expect(await stateOf(b, a)).toBeNull();
  });

  it('when its reader sends the sender a join request or shows interest, not the other way round', async () => {
    const asks = [
      ask,
      (who: AddedMember, project: number) => server.call(`POST /api/projects/${project}/connect`, who.token),
    ];
    for (const make of asks) {
      const one = await waiting();
      await make(one.a, await post(one.b));
      expect(await stateOf(one.b, one.a)).toBe('waiting');
      await make(one.b, await post(one.a));
      expect(await stateOf(one.b, one.a)).toBeNull();
      const other = await waiting();
      await decide(other.b, other.a, 'ignored');
      await make(other.a, await post(other.b));
      expect(await stateOf(other.b, other.a)).toBe('ignored');
      await make(other.b, await post(other.a));
      expect(await stateOf(other.b, other.a)).toBeNull();
    }
  });

  it('when both are in one team', async () => {
    const { a, b } = await waiting();
    const [creator] = take(1);
    const project = await post(creator);
    for (const who of [a, b]) await accept(creator, await ask(who, project));
    expect(await stateOf(b, a)).toBeNull();
  });

  it('when its reader blocks the sender, and an unblock does not bring it back', async () => {
    const { a, b } = await waiting();
    await server.call(`PUT /api/blocks/${a.id}`, b.token);
    expect(await stateOf(b, a)).toBe('ignored');
    await server.call(`DELETE /api/blocks/${a.id}`, b.token);
    expect(await stateOf(b, a)).toBe('ignored');
    expect((await listed(a, b)).other_read_seq).toBe(0);
  });

  it('a decision without a request is refused', async () => {
    const [a, b] = pair();
    expect((await decide(b, a, 'accepted')).status).toBe(404);
    await write(a, b);
    expect((await decide(a, b, 'ignored')).status).toBe(404);
    expect((await server.call(`PUT /api/messages/requests/${a.id}`, b.token, { decision: 'waiting' })).status).toBe(
      400,
    );
  });
});

describe('on two servers at once', () => {
  it('two first messages to each other accept each other', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [a, b] = pair();
      await Promise.all([write(a, b), write(b, a, {}, second)]);
      expect([await stateOf(a, b), await stateOf(b, a)]).toEqual([null, null]);
    }
  });

  it('accepts a message that is being sent with the others, and both sides agree', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [a, b] = pair();
      await write(a, b);
      await Promise.all([write(a, b), decide(b, a, 'accepted', second), write(a, b, {}, second)]);
      expect(await listed(b, a)).toMatchObject({ last_seq: 3, unread_count: 3 });
      expect(await stateOf(b, a)).toBeNull();
      expect(await counts(b)).not.toHaveProperty('request_count');
    }
  });

  it('a first message at the same time as the sender’s join request is a message request, like one before or after it', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [a, b] = pair();
      const project = await post(b);
      await Promise.all([write(a, b), second.call('POST /api/project-requests', a.token, { project_id: project })]);
      expect(await stateOf(b, a)).toBe('waiting');
    }
  });

  it('a first message at the same time as the approval of its sender’s interest is no message request', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [a, b] = pair();
      const shown = await server.call(`POST /api/projects/${await post(b)}/connect`, a.token);
      const path = `PUT /api/projects/connections/${shown.body.data.connection.id}`;
      await Promise.all([write(a, b), second.call(path, b.token, { status: 'approved' })]);
      expect(await stateOf(b, a)).toBeNull();
    }
  });

  it('a message at the same time as a block arrives before it or not at all', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [a, b] = pair();
      await write(a, b);
      const [sent] = await Promise.all([write(a, b), second.call(`PUT /api/blocks/${a.id}`, b.token)]);
      const arrived = sent.status === 201 ? 2 : 1;
      expect((await listed(a, b)).last_seq).toBe(arrived);
      expect(await listed(b, a)).toMatchObject({ last_seq: arrived, request: 'ignored' });
      expect((await write(a, b)).body.code).toBe('CONTACT_REFUSED');
    }
  });
});

describe('the choice of members who may write first', () => {
  const choose = (who: AddedMember, contact_from: string) =>
    server.call('PATCH /api/notification-choices', who.token, { contact_from });

  it('applies on every server, including to waiting message requests', async () => {
    const [a, b] = pair();
    await write(a, b);
    expect((await choose(b, 'teams')).body.data.contact_from).toBe('teams');
    expect((await write(a, b, {}, second)).body.code).toBe('CONTACT_REFUSED');
    const [c] = take(1);
    expect((await write(c, b)).body.code).toBe('CONTACT_REFUSED');
    const project = await post(b);
    expect((await write(c, b, { project_id: project })).body.code).toBe('CONTACT_REFUSED');
    await ask(c, project);
    expect((await write(c, b)).status).toBe(201);
    const [d] = take(1);
    await accept(b, await ask(d, project));
    await choose(b, 'nobody');
    expect((await write(d, b)).body.code).toBe('CONTACT_REFUSED');
    await write(b, d);
    expect((await write(d, b)).status).toBe(201);
    expect((await choose(b, 'everyone')).status).toBe(400);
  });
});

it('a member with a stored list of conversations gets the same', async () => {
  const [reader, a] = pair();
  const { db } = server.database;
  await write(a, reader);
  await sql`SELECT begin_kept_list(${reader.id}::int8)`.execute(db);
  expect(await counts(reader)).toMatchObject({ unread_count: 1, request_count: 1, request_unread_count: 1 });
  const { conversations } = await get(reader, '/api/refresh');
  await decide(reader, a, 'ignored');
  const later = await get(reader, `/api/refresh?conversations=${conversations.version}`);
  expect(later.conversations.data.conversations).toMatchObject([{ request: 'ignored' }]);
  await decide(reader, a, 'accepted');
  expect(await counts(reader)).toEqual({ unread_count: 1, unread_version: 4 });
});
