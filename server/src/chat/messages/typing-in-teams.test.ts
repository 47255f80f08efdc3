import { connectForTeams, formTeam, loseSeat, type TestTeam, takeSeat } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

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

const heardBy = (socket: ClientSocket | undefined): Typing[] => {
  const list: Typing[] = [];
  socket?.on('typing', (event) => void list.push(event));
  return list;
};
const type = (index: number, typing = true) =>
  sockets[index]?.emitWithAck('typing', { conversation_id: team.conversationId, typing });
const idOf = (index: number) => members[index]?.id ?? 0;
const settled = () => new Promise((done) => setTimeout(done, 3 * WINDOW_MS));

it('tells the others at once of the first who types, and not of themselves', async () => {
  const [own, other] = [heardBy(sockets[0]), heardBy(sockets[1])];
  expect(await type(0)).toEqual({ ok: true, data: {} });
  await eventually(() =>
    expect(other).toEqual([{ conversation_id: team.conversationId, sender_id: idOf(0), typing: true }]),
  );
  await settled();
  expect(own).toEqual([]);
  await type(0, false);
  await eventually(() => expect(other.at(-1)).toMatchObject({ sender_id: idOf(0), typing: false }));
});

it('gathers many who type into one event for a window, whatever each of them sends', async () => {
  const heard = heardBy(sockets[5]);
  for (let round = 0; round < 4; round += 1) await Promise.all([0, 1, 2, 3, 4].map((index) => type(index)));
  await settled();
  // The first at once, and then all of a window together.
  expect(heard.length).toBeLessThanOrEqual(3);
  expect(new Set(heard.flatMap(({ sender_id, sender_ids }) => sender_ids ?? [sender_id]))).toEqual(
    new Set([0, 1, 2, 3, 4].map(idOf)),
  );
  expect(heard.at(-1)?.sender_ids?.length ?? 0).toBeGreaterThan(1);
});

it('leaves out members who hide typing, a blocked pair, and whoever has left', async () => {
  const [hidden, blocker, left, reader] = members as [TestMember, TestMember, TestMember, TestMember];
  await server.call('PATCH /api/notification-choices', hidden.token, { shows_typing: false });
  await server.call(`PUT /api/blocks/${reader.id}`, blocker.token);
  await loseSeat(server, team, left.id);
  const lists = sockets.map(heardBy);
  await Promise.all([0, 1, 2, 4].map((index) => type(index)));
  await settled();
  const seenBy = (index: number) =>
    new Set(lists[index]?.flatMap(({ sender_id, sender_ids }) => sender_ids ?? [sender_id]));
  expect(seenBy(5)).toEqual(new Set([idOf(1), idOf(4)]));
  expect(seenBy(3)).toEqual(new Set([idOf(4)]));
  expect(seenBy(0)).toEqual(new Set());
  expect(seenBy(2)).toEqual(new Set());
});
