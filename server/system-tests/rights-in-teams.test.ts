import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { type ServerEvent, serverEvents } from '@sangam/shared/app/socket';
import { chatClientEvents, type chatServerEvents } from '@sangam/shared/chat/events';
import { connectForTeams, formTeam, joinTeam, sayInTeam, teamOf } from '@sangam/testing/chat/team';
import { upload } from '@sangam/testing/chat/uploads';
import { eventually } from '@sangam/testing/eventually';
import { everyNth } from '@sangam/testing/runs';
import {
  type Body,
  type ClientSocket,
  type Reply,
  startTestServer,
  type TestMember,
  type TestServer,
} from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The callers, from the view of a team's conversation: a teammate, one whom the creator blocks, a former teammate, a member of
 * another team of the same creator, and a stranger.
 */
const roles = ['mate', 'blocked', 'former', 'neighbour', 'stranger'] as const;
type Role = (typeof roles)[number];

type TeamCall = Extract<CallName, `${string} /api/messages/c/${string}`>;
type ChatEvent = keyof typeof chatClientEvents;

/** Both teammates may. For everybody else it is as if there were no such conversation. */
const teammatesOnly = (status = 200) => [status, status, 404, 404, 404] as const;
/** Refused to teammates, too: the call is for conversations between two members. */
const refusedToAll = (status: number) => [status, status, 404, 404, 404] as const;

interface Row {
  expected: readonly number[];
  body?: object;
  /** The message it is about: one that the caller wrote, or the creator's (default). */
  about?: 'own';
}
const key = () => ({ client_id: randomUUID() });

const teamCalls: Record<TeamCall, Row> = {
  'GET /api/messages/c/:conversationId': { expected: teammatesOnly() },
  'GET /api/messages/c/:conversationId/team': { expected: teammatesOnly() },
  'PUT /api/messages/c/:conversationId/notify': { expected: teammatesOnly(), body: { notify: 'all' } },
  'GET /api/messages/c/:conversationId/files': { expected: teammatesOnly() },
  'GET /api/messages/c/:conversationId/links': { expected: teammatesOnly() },
  'PUT /api/messages/c/:conversationId/read': { expected: teammatesOnly(), body: {} },
  'PUT /api/messages/c/:conversationId/unread': { expected: teammatesOnly(), body: { seq: 1, ...key() } },
  'PUT /api/messages/c/:conversationId/archive': { expected: teammatesOnly(), body: { seq: 1, ...key() } },
  'DELETE /api/messages/c/:conversationId/archive': { expected: teammatesOnly(), body: { seq: 1, ...key() } },
  'PATCH /api/messages/c/:conversationId/:seq': {
    expected: teammatesOnly(),
    body: { content: 'Changed', ...key() },
    about: 'own',
  },
  'PUT /api/messages/c/:conversationId/:seq/reactions': { expected: teammatesOnly(), body: { emoji: '👍', ...key() } },
  'DELETE /api/messages/c/:conversationId/:seq/reactions': {
    expected: teammatesOnly(),
    body: { emoji: '👍', ...key() },
  },
  'PUT /api/messages/c/:conversationId/:seq/pin': { expected: teammatesOnly(), body: key() },
  'DELETE /api/messages/c/:conversationId/:seq/pin': { expected: teammatesOnly(), body: key() },
  'PUT /api/messages/c/:conversationId/:seq/saved': { expected: teammatesOnly(), body: key() },
  'DELETE /api/messages/c/:conversationId/:seq/saved': { expected: teammatesOnly(), body: key() },
  'DELETE /api/messages/c/:conversationId/:seq': { expected: teammatesOnly(), body: key(), about: 'own' },
  // For direct conversations only.
  'GET /api/messages/c/:conversationId/requests': { expected: refusedToAll(404) },
  'PUT /api/messages/c/:conversationId/request': { expected: refusedToAll(404), body: { decision: 'accepted' } },
  'PUT /api/messages/c/:conversationId/mute': { expected: refusedToAll(404) },
  'DELETE /api/messages/c/:conversationId/mute': { expected: refusedToAll(404) },
};

/** The same by socket. `typing` is best effort, so nobody is refused; see what it reaches. */
const teamEvents: Record<ChatEvent, Omit<Row, 'expected'> & { expected: readonly boolean[] }> = {
  'message:send': { expected: allowed(), body: { content: 'Hello', ...key() } },
  'message:edit': { expected: allowed(), body: { content: 'Changed by socket', ...key() }, about: 'own' },
  'message:react': { expected: allowed(), body: { emoji: '🎉', ...key() } },
  'message:unreact': { expected: allowed(), body: { emoji: '🎉', ...key() } },
  'message:pin': { expected: allowed(), body: key() },
  'message:unpin': { expected: allowed(), body: key() },
  'message:save': { expected: allowed(), body: key() },
  'message:unsave': { expected: allowed(), body: key() },
  'message:read': { expected: allowed(), body: {} },
  'message:unread': { expected: allowed(), body: key() },
  'conversation:archive': { expected: allowed(), body: key() },
  'conversation:unarchive': { expected: allowed(), body: key() },
  'message:delete': { expected: allowed(), body: key(), about: 'own' },
  typing: { expected: [true, true, true, true, true], body: { typing: true } },
};
/** Hoisted: the table above names it. */
function allowed() {
  return [true, true, false, false, false] as const;
}
/** Events that name no message. */
const ofConversation: readonly ChatEvent[] = ['message:send', 'message:read', 'typing'];

let server: TestServer;
let owner: TestMember;
const members = {} as Record<Role, TestMember>;
const sockets = {} as Record<Role, ClientSocket>;
let [projectId, conversationId] = [0, 0];
let file = '';
const NO_CONVERSATION = 9_999_999;

beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  owner = await server.signUp('Owner');
  for (const role of roles) members[role] = await server.signUp(`The ${role}`);
  const { mate, blocked, former, neighbour } = members;
  ({ projectId, conversationId } = await formTeam(server, owner, [mate, blocked, former], 'Rover'));
  await formTeam(server, owner, [neighbour], 'Lander');
  file = (await upload(server, owner, Buffer.from('a file of the team'))).id;
  await sayInTeam(server, conversationId, [
    [owner, 'Plans at https://example.org', [file]],
    [former, 'Mine'],
  ]);
  await server.call(`DELETE /api/projects/${projectId}/members/${former.id}`, owner.token, { word: 'Thanks' });
  await server.call(`PUT /api/blocks/${blocked.id}`, owner.token);
  for (const role of roles) sockets[role] = await connectForTeams(server, members[role]);
});
afterAll(() => server.close());

/** The messages that the calls of a row name: for one about the callers' own, new ones, so that rows do not depend on each other. */
async function messagesFor(about: Row['about']): Promise<Record<Role, number>> {
  const write = async (role: Role): Promise<number> => (await sendToTeam(members[role], 'Mine')).body.data.seq;
  const ofOwner = { mate: 1, blocked: 1, former: 1, neighbour: 1, stranger: 1 };
  // The former teammate wrote theirs before they left.
  return about ? { ...ofOwner, mate: await write('mate'), blocked: await write('blocked'), former: 2 } : ofOwner;
}

/** Each answer has its own id. */
const withoutId = ({ status, body }: Reply) => ({ status, body: { ...body, request_id: '' } });
const pathOf = (name: string, id: number, seq: number) =>
  name.replace(':conversationId', String(id)).replace(':seq', String(seq));

describe('every call on a team’s conversation', () => {
  it('has its row', () =>
    expect(Object.keys(teamCalls).toSorted()).toEqual(
      Object.keys(http)
        .filter((name) => name.includes('/api/messages/c/'))
        .toSorted(),
    ));

  it.each(everyNth(3, Object.entries(teamCalls)))('%s', async (name, { expected, body, about }) => {
    const seqs = await messagesFor(about);
    const ask = (role: Role, id: number) => server.call(pathOf(name, id, seqs[role]), members[role].token, body);
    const answers = await Promise.all(roles.map((role) => ask(role, conversationId)));
    expect(answers.map(({ status }) => status)).toEqual(expected);
    // Nobody else can tell that there is one.
    for (const role of ['former', 'neighbour', 'stranger'] as const) {
      const [answer, none] = [await ask(role, conversationId), await ask(role, NO_CONVERSATION)];
      expect(withoutId(answer)).toEqual(withoutId(none));
    }
  });

  it('that sends there is open to teammates only', async () => {
    const sendAs = (role: Role, id: number) =>
      server.call('POST /api/messages', members[role].token, { conversation_id: id, content: 'Hello', ...key() });
    const answers = await Promise.all(roles.map((role) => sendAs(role, conversationId)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 404, 404, 404]);
    for (const role of ['former', 'neighbour', 'stranger'] as const)
      expect(withoutId(await sendAs(role, conversationId))).toEqual(withoutId(await sendAs(role, NO_CONVERSATION)));
  });

  it('that shows more than one conversation shows it to teammates only', async () => {
    const get = async (role: Role, path: string) => (await server.call(`GET ${path}`, members[role].token)).body.data;
    const visibleParts = async (role: Role) => {
      const refreshed = await get(role, '/api/refresh');
      const teams: Body[] = refreshed.teams.data.teams;
      const found = await get(role, '/api/search/messages?q=Plans');
      const within = await get(role, `/api/search/messages?q=Plans&conversation_id=${conversationId}`);
      const files = await get(role, `/api/search/messages?q=${encodeURIComponent('has:file')}`);
      const { links } = await get(role, `/api/attachments/links?ids=${file}`);
      return {
        isListed: teams.some((team) => team.conversation_id === conversationId),
        results: [found, within, files].map(({ messages }) => messages.length),
        links: links.length,
      };
    };
    const everything = { isListed: true, results: [1, 1, 1], links: 1 };
    const nothing = { isListed: false, results: [0, 0, 0], links: 0 };
    expect(await Promise.all(roles.map(visibleParts))).toEqual([everything, everything, nothing, nothing, nothing]);
  });

  it('that reports a message is open to a former teammate as well', async () => {
    const report = (role: Role) =>
      server.call('POST /api/reports', members[role].token, {
        kind: 'message',
        conversation_id: conversationId,
        seq: 1,
        reason: 'spam',
      });
    const answers = await Promise.all(roles.map(report));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404]);
  });

  it('that names the members to report, and reports one of them, is open to a former teammate only', async () => {
    const list = (role: Role, id: number) =>
      server.call(`GET /api/reports/members?conversation_id=${id}`, members[role].token);
    const report = (role: Role, conversation_id: number) =>
      server.call('POST /api/reports', members[role].token, {
        kind: 'message',
        conversation_id,
        member_id: owner.id,
        reason: 'spam',
      });
    for (const ask of [list, report]) {
      const answers = await Promise.all(roles.map((role) => ask(role, conversationId)));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 404, 404]);
      for (const role of roles.filter((one) => one !== 'former'))
        expect(withoutId(await ask(role, conversationId))).toEqual(withoutId(await ask(role, NO_CONVERSATION)));
    }
  });
});

describe('every client event on a team’s conversation', () => {
  it('has its row', () => expect(Object.keys(teamEvents).toSorted()).toEqual(Object.keys(chatClientEvents).toSorted()));

  it.each(everyNth(3, Object.entries(teamEvents)))('%s', async (event, { expected, body, about }) => {
    const seqs = await messagesFor(about);
    const emit = (role: Role, conversation_id: number) => {
      const named = ofConversation.includes(event as ChatEvent) ? {} : { seq: seqs[role] };
      return sockets[role]
        .timeout(20_000)
        .emitWithAck(event as ChatEvent, { conversation_id, ...named, ...body } as never);
    };
    const answers: Body[] = [];
    for (const role of roles) answers.push(await emit(role, conversationId));
    expect(answers.map(({ ok }) => ok)).toEqual(expected);
    for (const role of ['former', 'neighbour', 'stranger'] as const)
      expect(await emit(role, conversationId)).toEqual(await emit(role, NO_CONVERSATION));
  });
});

/** The server events of a team's conversation after an act of its creator, and whom they reach. */
const reached: Record<keyof typeof chatServerEvents, { act: () => Promise<unknown>; reaches: readonly Role[] }> = {
  'message:new': { act: () => sendToTeam(owner, 'Hello'), reaches: ['mate', 'blocked'] },
  'message:changed': { act: () => change('PUT', '1/pin'), reaches: ['mate', 'blocked'] },
  'conversation:changed': {
    act: () => server.call(`PATCH /api/projects/${projectId}`, owner.token, { title: `Rover ${randomUUID()}` }),
    reaches: ['mate', 'blocked'],
  },
  // Neither of the two sees how far the other has read, or that they type.
  'conversation:read': {
    act: async () => {
      const { body } = await server.call(`GET /api/messages/c/${conversationId}`, owner.token);
      return change('PUT', 'read', { up_to: body.data.last_seq });
    },
    reaches: ['mate'],
  },
  typing: { act: () => type(), reaches: ['mate'] },
  'conversation:left': {
    act: async () => {
      const other = await server.signUp('Guest');
      await joinTeam(server, projectId, owner, other);
      await server.call(`DELETE /api/projects/${projectId}/members/${other.id}`, owner.token, { word: 'Bye' });
    },
    reaches: [],
  },
  // For a member's own devices.
  'message:read': { act: () => change('PUT', 'read', {}), reaches: [] },
  'unread:changed': { act: () => change('PUT', 'unread', { seq: 2, ...key() }), reaches: [] },
  'saved:changed': { act: () => change('PUT', '1/saved'), reaches: [] },
};
const sendToTeam = (by: TestMember, content: string) =>
  server.call('POST /api/messages', by.token, { conversation_id: conversationId, content });
const change = (method: string, path: string, body: object = key()) =>
  server.call(`${method} /api/messages/c/${conversationId}/${path}`, owner.token, body);
async function type(): Promise<void> {
  const socket = await connectForTeams(server, owner);
  await socket.timeout(20_000).emitWithAck('typing', { conversation_id: conversationId, typing: true });
  socket.disconnect();
}
/** Longer than the time for which read marks are gathered and then sent. */
const QUIET_MS = 1_500;

describe('every server event of a team’s conversation', () => {
  it('has its row', () =>
    expect(Object.keys(serverEvents)).toEqual(expect.arrayContaining(Object.keys(reached) as ServerEvent[])));

  it.each(everyNth(3, Object.entries(reached)))('%s', async (event, { act, reaches }) => {
    await sendToTeam(owner, 'Before');
    const received = new Set<Role>();
    const listeners = roles.map((role) => {
      const listen = (name: string, payload: Body) => {
        if (name === event && payload.conversation_id === conversationId) received.add(role);
      };
      sockets[role].onAny(listen);
      return () => sockets[role].offAny(listen);
    });
    await sleep(QUIET_MS / 3);
    received.clear();
    await act();
    await eventually(() => expect([...received]).toEqual(expect.arrayContaining([...reaches])));
    await sleep(QUIET_MS / 3);
    expect([...received].toSorted()).toEqual([...reaches].toSorted());
    for (const stop of listeners) stop();
  });

  it('lets a member of another team read their own', async () => {
    const own = await server.call('GET /api/refresh', members.neighbour.token);
    expect(own.body.data.teams.data.teams).toHaveLength(1);
    expect(await teamOf(server, members.neighbour, projectId)).toBe(0);
  });
});
