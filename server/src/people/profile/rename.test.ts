import { setTimeout as sleep } from 'node:timers/promises';
import { joinTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';

/** Longer than a broadcast takes. */
const QUIET_MS = 500;

const redis = inject('redisUrl') ?? '';
let server: TestServer;
/** The readers' server: with Redis, a second one. */
let secondServer: TestServer;
let pool: AddedMember[];
let asha: AddedMember;
let reader: AddedMember;
let renames = 0;
beforeAll(async () => {
  const env = { MESSAGE_REQUESTS: 'on', ...(redis && { REDIS_URL: redis }) };
  server = await startTestServer({ env });
  secondServer = redis === '' ? server : await startTestServer({ env, beside: server });
  pool = await addMembers(server.database, 40, server.jwtSecret);
});
afterAll(async () => {
  if (secondServer !== server) await secondServer.close();
  await server.close();
});
beforeEach(() => {
  [asha, reader] = takeFrom(pool, 2);
});

const call = (member: AddedMember, name: string, body?: object) => server.call(name, member.token, body);
const rename = async (): Promise<string> => {
  renames += 1;
  const name = `Asha ${renames}`;
  expect((await call(asha, 'PATCH /api/users/profile', { name })).status).toBe(200);
  return name;
};
const write = (from: AddedMember, to: AddedMember) =>
  call(from, 'POST /api/messages', { receiver_id: to.id, content: 'Hi' });
const project = (creator: AddedMember): Promise<number> => postProject(server, creator);
const requestToJoin = async (requester: AddedMember, project_id: number): Promise<number> =>
  (await call(requester, 'POST /api/project-requests', { project_id })).body.data.request.id;
const join = async (creator: AddedMember, member: AddedMember) =>
  joinTeam(server, await project(creator), creator, member);
const block = (blocker: AddedMember, other: AddedMember) => call(blocker, `PUT /api/blocks/${other.id}`);
/** Collects the names of Asha that the reader's open pages receive. */
const recordEventsOf = async (member: AddedMember): Promise<string[]> => {
  const received: string[] = [];
  const socket = await secondServer.connect(member);
  socket.on('member:renamed', ({ id, name }) => id === asha.id && received.push(name));
  return received;
};
const waitForEvents = () => sleep(QUIET_MS);

it.each<[string, () => Promise<unknown>]>([
  ['a conversation partner', async () => (await write(asha, reader)) && write(reader, asha)],
  ['the reader of a message request', () => write(asha, reader)],
  ['a teammate', () => join(reader, asha)],
  ['the creator whom she asked to join', async () => requestToJoin(asha, await project(reader))],
  ['an applicant to her project', async () => requestToJoin(reader, await project(asha))],
])('a new name reaches %s', async (_, makeKnown) => {
  await makeKnown();
  const received = await recordEventsOf(reader);
  const name = await rename();
  await eventually(() => expect(received).toEqual([name]));
});

it('comes once to a member with whom she shares several teams and a conversation', async () => {
  for (let n = 0; n < 3; n += 1) await join(asha, reader);
  await write(reader, asha);
  const received = await recordEventsOf(reader);
  const name = await rename();
  await eventually(() => expect(received).toEqual([name]));
  await waitForEvents();
  expect(received).toHaveLength(1);
});

it('an unchanged name sends no event', async () => {
  await write(asha, reader);
  const received = await recordEventsOf(reader);
  const name = await rename();
  await eventually(() => expect(received).toEqual([name]));
  await call(asha, 'PATCH /api/users/profile', { name, college: 'IIT' });
  await waitForEvents();
  expect(received).toHaveLength(1);
});

it.each<[string, () => Promise<unknown>]>([
  ['a stranger', async () => undefined],
  ['a member who wrote to her and whom she has not answered', () => write(reader, asha)],
  ['a member whom she blocks', async () => (await write(asha, reader)) && block(asha, reader)],
  ['a member who blocks her', async () => (await write(asha, reader)) && block(reader, asha)],
])('is not sent to %s', async (_, makeKnown) => {
  await makeKnown();
  const received = await recordEventsOf(reader);
  await rename();
  await waitForEvents();
  expect(received).toEqual([]);
});

it('reaches a teammate across a block, since the team shows her name anyway', async () => {
  await join(asha, reader);
  await block(asha, reader);
  const received = await recordEventsOf(reader);
  const name = await rename();
  await eventually(() => expect(received).toEqual([name]));
});
