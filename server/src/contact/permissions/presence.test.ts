import { setTimeout as sleep } from 'node:timers/promises';
import type { PresenceFor } from '@sangam/shared/contact/privacy';
import type { Presence } from '@sangam/shared/people/users';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';

const redis = inject('redisUrl') ?? '';
const env = redis === '' ? {} : { REDIS_URL: redis };
const timings = { presence: { checkMs: 300 } };

let server: TestServer;
let second: TestServer;
let pool: AddedMember[];

beforeAll(async () => {
  server = await startTestServer({ env, timings });
  second = await startTestServer({ env, timings, beside: server });
  pool = await addMembers(server.database, 40, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const pair = () => takeFrom(pool, 2);
const choose = async (who: AddedMember, presence_for: PresenceFor, at = server) => {
  const { status, body } = await at.call('PATCH /api/notification-choices', who.token, { presence_for });
  expect([status, body.data.presence_for]).toEqual([200, presence_for]);
};
const write = (from: AddedMember, to: AddedMember, at = server) =>
  at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
const acquaint = async (a: AddedMember, b: AddedMember) => {
  await write(a, b);
  await write(b, a);
};
const here = async (...members: AddedMember[]) => {
  for (const { token } of members)
    await server.call('POST /api/users/update-status', token, { isActive: true, lastActive: new Date().toISOString() });
};
const post = (who: AddedMember): Promise<number> => postProject(server, who);

/** Returns the other's presence, which each call must show alike. */
async function seen(who: AddedMember, other: AddedMember, at = second) {
  const get = async (call: string, body?: object) => (await at.call(call, who.token, body)).body.data;
  const { user, messages } = await get(`GET /api/messages/conversation/${other.id}`);
  const { conversations } = await get('GET /api/messages/conversations');
  const refreshed = (await get('GET /api/refresh')).conversations.data.conversations;
  const of = (list: { id: number }[]) => list.find(({ id }) => id === other.id);
  const sent = messages
    .filter((message: { sender_id: number }) => message.sender_id === other.id)
    .map((message: { sender_is_online: boolean; last_active: string | null }) => ({
      is_online: message.sender_is_online,
      last_active: message.last_active,
    }));
  const all = [
    await get(`GET /api/users/${other.id}/status`),
    ...(await get('POST /api/users/status', { userIds: [other.id] })),
    user,
    ...[of(conversations), of(refreshed)].filter((row) => row !== undefined),
    ...sent,
  ];
  const shown = new Set(all.map(({ is_online, last_active }) => `${is_online} ${last_active !== null}`));
  expect([...shown]).toHaveLength(1);
  return [...shown][0] === 'true true';
}
const bothSee = async (a: AddedMember, b: AddedMember) => [await seen(a, b), await seen(b, a)];

describe('a member’s choice of others who can see their presence', () => {
  it('allows anybody by default', async () => {
    const [a, b] = pair();
    await here(a, b);
    expect(await bothSee(a, b)).toEqual([true, true]);
    await acquaint(a, b);
    expect(await bothSee(a, b)).toEqual([true, true]);
  });

  it('allows nobody, and a member who hides their presence sees none', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    await here(a, b);
    await choose(a, 'nobody');
    expect(await bothSee(a, b)).toEqual([false, false]);
    expect((await server.call(`GET /api/users/${a.id}/status`, a.token)).body.data.is_online).toBe(true);
    await choose(a, 'anyone', second);
    expect(await bothSee(a, b)).toEqual([true, true]);
  });

  const ties: [name: string, begin: (a: AddedMember, b: AddedMember) => Promise<() => Promise<unknown>>][] = [
    [
      'a conversation that was answered',
      async (a, b) => {
        await acquaint(a, b);
        return async () => undefined;
      },
    ],
    [
      'a request of theirs to the other, until it is withdrawn',
      async (a, b) => {
        const { body } = await server.call('POST /api/project-requests', a.token, { project_id: await post(b) });
        return () => server.call(`DELETE /api/project-requests/${body.data.request.id}`, a.token);
      },
    ],
    [
      'interest that they approved',
      async (a, b) => {
        const { body } = await server.call(`POST /api/projects/${await post(a)}/connect`, b.token);
        await server.call(`PUT /api/projects/connections/${body.data.connection.id}`, a.token, { status: 'approved' });
        return async () => undefined;
      },
    ],
    [
      'a team in common',
      async (a, b) => {
        const seat = [await post(a), b.id];
        await server.database.pool.query('INSERT INTO project_members (project_id, user_id) VALUES ($1, $2)', seat);
        return () =>
          server.database.pool.query('DELETE FROM project_members WHERE project_id = $1 AND user_id = $2', seat);
      },
    ],
  ];
  it.each(ties)('allows members they talk or work with: %s', async (_, begin) => {
    const [a, b] = pair();
    await here(a, b);
    await choose(a, 'acquainted');
    expect(await bothSee(a, b)).toEqual([false, false]);
    const end = await begin(a, b);
    expect(await bothSee(a, b)).toEqual([true, true]);
    await choose(b, 'nobody');
    expect(await bothSee(a, b)).toEqual([false, false]);
    await choose(b, 'anyone');
    expect(await bothSee(a, b)).toEqual([true, true]);
    const ended = await end();
    if (ended !== undefined) expect(await bothSee(a, b)).toEqual([false, false]);
  });

  it('excludes the recipient of an unanswered message', async () => {
    const [a, b] = pair();
    await here(a, b);
    await choose(a, 'acquainted');
    await write(a, b);
    expect(await bothSee(a, b)).toEqual([false, false]);
    await write(b, a);
    expect(await bothSee(a, b)).toEqual([true, true]);
  });
});

describe('a watcher', () => {
  /** Starts servers that never compare a watcher's state with the database, since that check may send a state again. */
  const unchecked = async () => {
    const options = { env, timings: { presence: { checkMs: 3_600_000 } }, beside: server };
    const servers = [await startTestServer(options), ...(redis === '' ? [] : [await startTestServer(options)])];
    for (const one of servers) onTestFinished(() => one.close());
    return servers as [TestServer, ...TestServer[]];
  };
  const watch = async (who: AddedMember, userIds: number[], at: TestServer) => {
    const socket = await at.connect(who);
    const received: Presence[] = [];
    socket.on('presence:changed', (presence) => received.push(presence));
    const answer = await socket.timeout(20_000).emitWithAck('presence:watch', { userIds });
    return { socket, received, shown: answer.ok ? answer.data : [] };
  };
  const hidden = ({ id }: AddedMember) => ({ id, is_online: false, last_active: null });
  const online = ({ id }: AddedMember) => ({ id, is_online: true, last_active: expect.any(String) });
  const QUIET_MS = 900;
  const quiet = () => sleep(QUIET_MS);

  it('gets a change at once when a choice hides both from each other, or shows them again, on any server', async () => {
    const servers = await unchecked();
    const [one] = servers;
    for (const at of servers) {
      const [a, b] = pair();
      const ofB = await watch(b, [a.id], one);
      const ofA = await watch(a, [b.id], at);
      await eventually(() => expect(ofB.received.at(-1)).toEqual(online(a)));
      await choose(a, 'nobody', at);
      await eventually(() => expect([ofA.received.at(-1), ofB.received.at(-1)]).toEqual([hidden(b), hidden(a)]));
      // No event is sent after that.
      const before = [ofA.received.length, ofB.received.length];
      const now = () => ({ isActive: false, lastActive: new Date().toISOString() });
      for (const { socket } of [ofA, ofB]) await socket.emitWithAck('presence:report', now());
      await quiet();
      expect([ofA.received.length, ofB.received.length]).toEqual(before);
      for (const { socket } of [ofA, ofB]) await socket.emitWithAck('presence:report', { ...now(), isActive: true });
      expect((await watch(b, [a.id], one)).shown).toEqual([hidden(a)]);
      await choose(a, 'anyone', one);
      await eventually(() => expect([ofA.received.at(-1), ofB.received.at(-1)]).toEqual([online(b), online(a)]));
    }
  });

  it('gets a change after a while when a request begins and ends', async () => {
    const [a, b] = pair();
    const project = await post(b);
    await choose(a, 'acquainted');
    await server.connect(a);
    const ofB = await watch(b, [a.id], server);
    expect(ofB.shown).toEqual([hidden(a)]);
    const { body } = await server.call('POST /api/project-requests', a.token, { project_id: project });
    await eventually(() => expect(ofB.received.at(-1)).toEqual(online(a)));
    await server.call(`DELETE /api/project-requests/${body.data.request.id}`, a.token);
    await eventually(() => expect(ofB.received.at(-1)).toEqual(hidden(a)));
  });

  it('gets an event that makes its page fetch the member again, even if presence was already hidden by choice', async () => {
    const [a, b] = pair();
    const [c] = pair();
    await choose(a, 'nobody');
    const [ofB, ofC] = [await watch(b, [a.id], server), await watch(c, [a.id], server)];
    expect([ofB.shown, ofB.received]).toEqual([[hidden(a)], []]);
    await server.call(`PUT /api/blocks/${b.id}`, a.token);
    // A watcher who isn't blocked gets the same.
    await eventually(() => expect([ofB.received, ofC.received]).toEqual([[hidden(a)], [hidden(a)]]));
    await quiet();
    expect([ofB.received, ofC.received]).toEqual([[hidden(a)], [hidden(a)]]);
    await server.call(`DELETE /api/blocks/${b.id}`, a.token);
    await eventually(() => expect([ofB.received.length, ofC.received.length]).toEqual([2, 2]));
  });

  it('sees a member who deletes their account as offline, without a time', async () => {
    const [a] = pair();
    const b = await server.signUp('Bina');
    const ofA = await watch(a, [b.id], server);
    await server.connect(b);
    await eventually(() => expect(ofA.received.at(-1)).toMatchObject({ id: b.id, is_online: true }));
    await server.call('DELETE /api/account', b.token, { current_password: b.password });
    const gone = { id: b.id, is_online: false, last_active: null };
    await eventually(() => expect(ofA.received.at(-1)).toEqual(gone));
    await quiet();
    expect(ofA.received.at(-1)).toEqual(gone);
  });

  it('gets a change after a while when the broadcast of a block or an unblock was lost', async () => {
    const [a, b] = pair();
    const ofA = await watch(a, [b.id], server);
    const ofB = await watch(b, [a.id], server);
    await eventually(() => expect(ofA.received.at(-1)).toEqual(online(b)));
    const both = [a.id, b.id];
    await server.database.pool.query('INSERT INTO blocks VALUES ($1, $2, now())', both);
    await eventually(() => expect([ofA.received.at(-1), ofB.received.at(-1)]).toEqual([hidden(b), hidden(a)]));
    await server.database.pool.query('DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2', both);
    await eventually(() => expect([ofA.received.at(-1), ofB.received.at(-1)]).toEqual([online(b), online(a)]));
  });

  it('gets no typing events, and no presence with messages, if presence is hidden', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const [ofA, ofB] = [await server.connect(a), await server.connect(b)];
    const typings: string[] = [];
    const presences: unknown[] = [];
    ofB.on('typing', () => typings.push('b'));
    ofA.on('typing', () => typings.push('a'));
    ofB.on('message:new', ({ sender_is_online, last_active }) => presences.push([sender_is_online, last_active]));
    const type = async () => {
      await ofA.emitWithAck('typing', { receiver_id: b.id, typing: true });
      await ofB.emitWithAck('typing', { receiver_id: a.id, typing: true });
    };
    const client_id = crypto.randomUUID();
    const send = () => ofA.emitWithAck('message:send', { receiver_id: b.id, content: 'Hi', client_id });
    await choose(a, 'nobody');
    await type();
    await send();
    await send();
    await eventually(() =>
      expect(presences).toEqual([
        [false, null],
        [false, null],
      ]),
    );
    expect(typings).toEqual([]);
    await choose(a, 'acquainted');
    await type();
    await eventually(() => expect(typings.toSorted()).toEqual(['a', 'b']));
  });
});
