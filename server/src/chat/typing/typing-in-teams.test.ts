import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectForTeams, formTeam, loseSeat, type TestTeam, takeSeat } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let members: TestMember[];
let sockets: ClientSocket[];
let team: TestTeam;
const WINDOW_MS = 250;

interface Typing {
  conversation_id?: number;
  sender_id: number;
  sender_ids?: number[];
  typing: boolean;
}

beforeAll(async () => {
  server = await startTestServer({ timings: { typing: { windowMs: WINDOW_MS } } });
});
afterAll(() => server.close());
beforeEach(async () => {
  members = [];
  for (let n = 0; n < 6; n += 1) members.push(await server.signUp(`Member ${n}`));
  const [creator, second] = members as [TestMember, TestMember];
  team = await formTeam(server, creator, [second]);
  for (const { id } of members.slice(2)) await takeSeat(server, team, id);
  sockets = [];
  for (const member of members) sockets.push(await connectForTeams(server, member));
});

const receivedBy = (socket: ClientSocket | undefined): Typing[] => {
  const list: Typing[] = [];
  socket?.on('typing', (event) => void list.push(event));
  return list;
};
const type = (index: number, typing = true) =>
  sockets[index]?.emitWithAck('typing', { conversation_id: team.conversationId, typing });
const idOf = (index: number) => members[index]?.id ?? 0;
const settled = () => sleep(3 * WINDOW_MS);

it('shows the others at once that a member types, and nobody their own typing', async () => {
  const [own, other] = [receivedBy(sockets[0]), receivedBy(sockets[1])];
  expect(await type(0)).toEqual({ ok: true, data: {} });
  await eventually(() =>
    expect(other).toEqual([{ conversation_id: team.conversationId, sender_id: idOf(0), typing: true }]),
  );
  await settled();
  expect(own).toEqual([]);
  await type(0, false);
  await eventually(() => expect(other.at(-1)).toMatchObject({ sender_id: idOf(0), typing: false }));
});

it('gathers all typists of a window into one event, however many signals each sends', async () => {
  const received = receivedBy(sockets[5]);
  for (let round = 0; round < 4; round += 1) await Promise.all([0, 1, 2, 3, 4].map((index) => type(index)));
  await settled();
  // One event for the first typist, then one for each window.
  expect(received.length).toBeLessThanOrEqual(3);
  expect(new Set(received.flatMap(({ sender_id, sender_ids }) => sender_ids ?? [sender_id]))).toEqual(
    new Set([0, 1, 2, 3, 4].map(idOf)),
  );
  expect(received.at(-1)?.sender_ids?.length ?? 0).toBeGreaterThan(1);
});

it('leaves out members who hide typing, a blocked pair, and former participants', async () => {
  const [hidden, blocker, left, reader] = members as [TestMember, TestMember, TestMember, TestMember];
  await server.call('PATCH /api/notification-choices', hidden.token, { shows_typing: false });
  await server.call(`PUT /api/blocks/${reader.id}`, blocker.token);
  await loseSeat(server, team, left.id);
  const lists = sockets.map(receivedBy);
  await Promise.all([0, 1, 2, 4].map((index) => type(index)));
  await settled();
  const seenBy = (index: number) =>
    new Set(lists[index]?.flatMap(({ sender_id, sender_ids }) => sender_ids ?? [sender_id]));
  expect(seenBy(5)).toEqual(new Set([idOf(1), idOf(4)]));
  expect(seenBy(3)).toEqual(new Set([idOf(4)]));
  expect(seenBy(0)).toEqual(new Set());
  expect(seenBy(2)).toEqual(new Set());
});

describe('typing that is shown ends at once', () => {
  /** Returns the members whose typing each member sees in the team after `typists` started. */
  const begin = async (...typists: number[]) => {
    const seen = sockets.map(() => new Set<number>());
    for (const [index, socket] of sockets.entries())
      socket.on('typing', ({ sender_id, sender_ids = [sender_id], typing }: Typing) => {
        for (const id of sender_ids)
          if (!typing) seen[index]?.delete(id);
          else if (id !== idOf(index)) seen[index]?.add(id);
      });
    for (const index of typists) await type(index);
    const shown = (to: number) => typists.filter((index) => index !== to).map(idOf);
    await eventually(() => expect(seen).toEqual(sockets.map((_, index) => new Set(shown(index)))));
    return seen;
  };

  it('for a member who blocks the typist, without an event to the typist', async () => {
    const seen = await begin(0, 1);
    const received = receivedBy(sockets[1]);
    await server.call(`PUT /api/blocks/${idOf(1)}`, members[0]?.token);
    await eventually(() => expect(seen[0]).toEqual(new Set()), 2_000);
    await settled();
    expect(received).toEqual([]);
    expect(seen[2]).toEqual(new Set([idOf(0), idOf(1)]));
  });

  it.each([
    ['hides typing', { shows_typing: false }],
    ['hides their presence', { presence_for: 'nobody' }],
  ])('for a member who %s, and for those who see it', async (_, choice) => {
    const seen = await begin(0, 1);
    await server.call('PATCH /api/notification-choices', members[0]?.token, choice);
    await eventually(() => expect(seen[0]).toEqual(new Set()), 2_000);
    await eventually(() => expect(seen[2]).toEqual(new Set([idOf(1)])), 2_000);
    expect(seen[1]).toEqual(new Set());
  });

  it('for a member who is suspended', async () => {
    const moderator = await signUpModerator(server);
    const seen = await begin(0, 1);
    const report = await reportTo(server, members[1] as TestMember, { kind: 'member', id: idOf(0) });
    await decideOn(server, moderator, report, { decision: 'suspend' });
    await eventually(() => expect(seen[2]).toEqual(new Set([idOf(1)])), 2_000);
  });

  it('in a direct conversation', async () => {
    const [a, b] = members as [TestMember, TestMember];
    await server.call('POST /api/messages', a.token, { receiver_id: b.id, content: 'Hi', client_id: randomUUID() });
    await server.call('POST /api/messages', b.token, { receiver_id: a.id, content: 'Hi', client_id: randomUUID() });
    const received = receivedBy(sockets[1]);
    await sockets[0]?.emitWithAck('typing', { receiver_id: b.id, typing: true });
    await server.call('PATCH /api/notification-choices', a.token, { shows_typing: false });
    await eventually(() => expect(received.map(({ typing }) => typing)).toEqual([true, false]), 2_000);
  });

  it('sends nothing about typing that has ended', async () => {
    await begin(0);
    await type(0, false);
    await settled();
    const received = receivedBy(sockets[1]);
    await server.call('PATCH /api/notification-choices', members[0]?.token, { shows_typing: false });
    await settled();
    expect(received).toEqual([]);
  });
});
