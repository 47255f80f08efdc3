import { randomUUID } from 'node:crypto';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { policies } from '../platform/limits/policies.js';

/** A member may look up three members, and see the presence of twelve strangers. */
const LOOKUPS = 3;
const FACTOR = LOOKUPS / policies.peopleByMember.points;
const STRANGERS = policies.presenceByMember.points * FACTOR;

let server: TestServer;
let members: AddedMember[];
let reader: AddedMember;
beforeAll(async () => {
  server = await startTestServer({ rateLimitFactor: FACTOR });
  members = await addMembers(server.database, 190, server.jwtSecret);
});
afterAll(() => server.close());

const next = (): AddedMember => {
  const member = members.pop();
  if (!member) throw new Error('add more members');
  return member;
};
beforeEach(() => {
  reader = next();
});

const open = (other: AddedMember) => server.call(`GET /api/messages/conversation/${other.id}`, reader.token);
const block = (other: AddedMember) => server.call(`PUT /api/blocks/${other.id}`, reader.token);
const mute = (other: AddedMember) => server.call(`PUT /api/messages/mute/${other.id}`, reader.token);
const unblock = (other: AddedMember) => server.call(`DELETE /api/blocks/${other.id}`, reader.token);
const markRead = (other: AddedMember) => server.call(`PUT /api/messages/mark-read/${other.id}`, reader.token, {});
const askPresence = (other: AddedMember) => server.call(`GET /api/users/${other.id}/status`, reader.token);
const write = (from: AddedMember, to: AddedMember) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi', client_id: randomUUID() });

describe.each([
  ['opening a conversation', open],
  ['blocking', block],
  ['muting', mute],
  ['unblocking', unblock],
  ['marking as read', markRead],
])('%s', (_, act) => {
  it('reveals only as many strangers as a search does', async () => {
    for (let n = 0; n < LOOKUPS; n += 1) expect((await act(next())).status).toBe(200);
    const refused = await act(next());
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('counts against the same limit as a search', async () => {
    for (let n = 0; n < LOOKUPS; n += 1)
      expect((await server.call('GET /api/search/people?q=m', reader.token)).status).toBe(200);
    expect((await act(next())).body.code).toBe('RATE_LIMITED');
  });

  it('is not counted between members with a message, whichever of them wrote it', async () => {
    const [sender, receiver] = [next(), next()];
    expect((await write(sender, reader)).status).toBe(201);
    expect((await write(reader, receiver)).status).toBe(201);
    for (let n = 0; n < LOOKUPS; n += 1) await open(next());
    for (const other of [sender, receiver]) expect((await act(other)).status).toBe(200);
    expect((await act(next())).body.code).toBe('RATE_LIMITED');
  });
});

it('opening a conversation that exists only because of a block is counted', async () => {
  const stranger = next();
  await block(stranger);
  for (let n = 1; n < LOOKUPS; n += 1) expect((await open(stranger)).status).toBe(200);
  expect((await open(stranger)).body.code).toBe('RATE_LIMITED');
});

const cards = (others: AddedMember[]) =>
  server.call(`GET /api/users?ids=${others.map(({ id }) => id).join(',')}`, reader.token);
const hours = (other: AddedMember) => server.call(`GET /api/people/${other.id}/hours`, reader.token);

it('naming members for their cards counts each of them', async () => {
  expect((await cards(Array.from({ length: LOOKUPS - 1 }, next))).status).toBe(200);
  expect((await cards([next(), next()])).body.code).toBe('RATE_LIMITED');
});

it('naming the same members again counts nothing, as a conversation with links to them asks with each poll', async () => {
  const [first, second] = [next(), next()];
  for (let polls = 0; polls < LOOKUPS; polls += 1) {
    expect((await cards([first, second])).status).toBe(200);
    await hours(second);
  }
  expect((await open(next())).status).toBe(200);
  expect((await open(next())).body.code).toBe('RATE_LIMITED');
  expect((await cards([first, second])).status).toBe(200);
});

describe('asking for presence', () => {
  const askAll = async (others: AddedMember[]) => {
    const userIds = others.map(({ id }) => id);
    const { status, body } = await server.call('POST /api/users/status', reader.token, { userIds });
    expect(status).toBe(200);
    return body.data.map(({ id }: { id: number }) => id).toSorted();
  };
  const watch = async (others: AddedMember[]) => {
    const socket = await server.connect(reader);
    const answer = await socket.emitWithAck('presence:watch', { userIds: others.map(({ id }) => id) });
    return (answer.ok ? answer.data : []).map(({ id }) => id).toSorted();
  };
  const idsOf = (others: AddedMember[]) => others.map(({ id }) => id).toSorted();

  it.each([
    ['in a call', askAll],
    ['over the connection', watch],
  ])('%s leaves out strangers beyond the limit, and nobody else', async (_, ask) => {
    const [partner, creator] = [next(), next()];
    await write(reader, partner);
    await using unlimited = await startTestServer({ beside: server });
    const project_id = await postProject(unlimited, creator);
    expect((await unlimited.call('POST /api/project-requests', reader.token, { project_id })).status).toBe(201);
    const known = [partner, creator, reader];
    const strangers = Array.from({ length: STRANGERS }, next);
    expect(await ask([...known, ...strangers])).toEqual(idsOf([...known, ...strangers]));
    expect(await ask([...known, ...strangers, next()])).toEqual(idsOf([...known, ...strangers]));
  });

  it('counts each stranger once, as a page with many of them asks again for all with each change and poll', async () => {
    const page = Array.from({ length: STRANGERS - 2 }, next);
    for (let polls = 0; polls < 3; polls += 1) expect(await askAll(page)).toEqual(idsOf(page));
    expect(await watch([...page, next()])).toHaveLength(page.length + 1);
    expect((await askPresence(next())).status).toBe(200);
    expect((await askPresence(next())).body.code).toBe('RATE_LIMITED');
    expect((await askPresence(page[0] as AddedMember)).status).toBe(200);
  });

  it('leaves a member their lookups', async () => {
    await askAll(Array.from({ length: STRANGERS + 1 }, next));
    for (let n = 0; n < LOOKUPS; n += 1) expect((await open(next())).status).toBe(200);
  });

  it('counts ids without a member, and shows no stranger to a member who names too many', async () => {
    const missing = { ...next(), id: 999_999_999 };
    expect(await askAll([...Array.from({ length: STRANGERS }, next), missing])).toEqual([]);
  });
});
