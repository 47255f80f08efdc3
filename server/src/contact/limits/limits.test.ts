import { randomUUID } from 'node:crypto';
import { messageStatements } from '@sangam/testing/chat/message-statements';
import { steadyTimings } from '@sangam/testing/database/statements';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Two servers on one database, with contact limits. */
let server: TestServer;
let second: TestServer;
let pool: AddedMember[];
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' }, timings: steadyTimings });
  second = await startTestServer({ env: { RATE_LIMIT: 'on' }, beside: server });
  pool = await addMembers(server.database, 140, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

/** Members that no other test has used. */
const people = <N extends number>(count: N) => takeFrom(pool, count);
const post = (owner: AddedMember, change: object = {}): Promise<number> => postProject(server, owner, change);
const ask = (who: AddedMember, project_id: number, at = server) =>
  at.call('POST /api/project-requests', who.token, { project_id });
const connect = (who: AddedMember, project: number, at = server) =>
  at.call(`POST /api/projects/${project}/connect`, who.token);
const write = (from: AddedMember, to: AddedMember, at = server, client_id: string = randomUUID()) =>
  at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi', client_id });
const left = async (who: AddedMember, towards: AddedMember) =>
  (await server.call(`GET /api/knocks?user_id=${towards.id}`, who.token)).body.data;
const decide = (creator: AddedMember, { body }: Reply, status: string) =>
  server.call(`PUT /api/project-requests/${body.data.request.id}/status`, creator.token, { status });
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).toSorted();

const expectRefused = ({ status, body }: Reply, sentence: RegExp) =>
  expect([status, body]).toEqual([
    403,
    { success: false, code: 'ANSWER_AWAITED', message: expect.stringMatching(sentence), request_id: expect.anything() },
  ]);

/** Sends this creator five join requests. */
async function fiveAsked() {
  const [creator, member] = people(2);
  const projects = await Promise.all(Array.from({ length: 6 }, () => post(creator)));
  const replies: Reply[] = [];
  for (const project of projects.slice(0, 4)) replies.push(await ask(member, project));
  replies.push(await connect(member, projects[4] as number));
  expect(statuses(replies)).toEqual([201, 201, 201, 201, 201]);
  return { creator, member, replies, sixth: projects[5] as number };
}

describe('pending join requests and interest', () => {
  it('are limited to five together; the sixth is refused with the reason', async () => {
    const { creator, member, sixth } = await fiveAsked();
    expect(await left(member, creator)).toMatchObject({ requests_left: 0 });
    expectRefused(await ask(member, sixth), /^5 of your requests are pending\. /u);
    expectRefused(await connect(member, sixth), /^5 of your requests are pending\. /u);
    const { body } = await server.call('GET /api/project-requests/mine', member.token);
    expect(body.data.total).toBe(4);
  });

  it.each([
    ['an answer', ({ creator, replies }) => decide(creator, replies[0] as Reply, 'accepted')],
    ['a decline', ({ creator, replies }) => decide(creator, replies[0] as Reply, 'rejected')],
    [
      'a withdrawal',
      ({ member, replies }) =>
        server.call(`DELETE /api/project-requests/${replies[0]?.body.data.request.id}`, member.token),
    ],
    [
      'an end',
      ({ creator, replies }) =>
        server.call(`PUT /api/projects/${replies[0]?.body.data.request.project_id}/state`, creator.token, {
          state: 'finished',
        }),
    ],
    [
      'a decision on interest',
      ({ creator, replies }) =>
        server.call(`PUT /api/projects/connections/${replies[4]?.body.data.connection.id}`, creator.token, {
          status: 'denied',
        }),
    ],
  ] satisfies [string, (scene: Awaited<ReturnType<typeof fiveAsked>>) => Promise<Reply>][])(
    '%s allows another one',
    async (_, act) => {
      const scene = await fiveAsked();
      expect((await act(scene)).status).toBe(200);
      const [other] = people(1);
      expect((await ask(scene.member, await post(other))).status).toBe(201);
    },
  );

  it('are not counted between teammates', async () => {
    const { creator, member, replies, sixth } = await fiveAsked();
    await decide(creator, replies[0] as Reply, 'accepted');
    expect(await left(member, creator)).toMatchObject({ requests_left: null });
    expect((await ask(member, sixth)).status).toBe(201);
    const [other] = people(1);
    expect(await left(member, other)).toMatchObject({ requests_left: 5 });
  });

  it('are not counted while on the waitlist, which is an answer', async () => {
    const [creator, taken, member] = people(3);
    const full = await post(creator, { max_members: 2 });
    const [first, second] = [await ask(taken, full), await ask(member, full)];
    expect(await left(member, creator)).toMatchObject({ requests_left: 4 });
    await decide(creator, first, 'accepted');
    const line = `PUT /api/project-requests/${second.body.data.request.id}/line`;
    expect((await server.call(line, creator.token)).status).toBe(200);
    expect(await left(member, creator)).toMatchObject({ requests_left: 5 });
    const others = await Promise.all(Array.from({ length: 6 }, () => post(creator)));
    const replies: Reply[] = [];
    for (const project of others) replies.push(await ask(member, project));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 403]);
  });

  it("don't include waitlists, which have their own limit of five, asked for or joined", async () => {
    const [creator, taken, member] = people(3);
    const full: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const project = await post(creator, { max_members: 2 });
      // Accepts the same member in each project, who is a teammate from the first on.
      await decide(creator, await ask(taken, project), 'accepted');
      full.push(project);
    }
    const join = (project: number | undefined, at = server) =>
      at.call('POST /api/project-requests', member.token, { project_id: project, waitlist: true });
    const replies: Reply[] = [];
    for (const project of full.slice(0, 5)) replies.push(await join(project));
    expect(statuses(replies)).toEqual([201, 201, 201, 201, 201]);
    expect(await left(member, creator)).toMatchObject({ requests_left: 5, waitlists_left: 0 });
    const [first] = replies as [Reply];
    await server.call(`PUT /api/project-requests/${first.body.data.request.id}/line`, creator.token);
    const sixth = await join(full[5]);
    expect([sixth.status, sixth.body.code]).toEqual([403, 'WAITLIST_LIMIT']);
    expect(sixth.body.message).toMatch(/^You’re already on 5 waitlists\./u);
    // None of the five pending requests is used up.
    const open = await Promise.all(Array.from({ length: 5 }, () => post(creator)));
    const asked: Reply[] = [];
    for (const project of open) asked.push(await ask(member, project));
    expect(statuses(asked)).toEqual([201, 201, 201, 201, 201]);
    await server.call(`DELETE /api/project-requests/${first.body.data.request.id}`, member.token);
    const both = await Promise.all([join(full[5]), join(full[6], second), join(full[7])]);
    expect(statuses(both)).toEqual([201, 403, 403]);
  });

  it('are limited to five when ten are sent at once to two servers', async () => {
    const [creator, member] = people(2);
    const projects = await Promise.all(Array.from({ length: 10 }, () => post(creator)));
    const replies = await Promise.all(
      projects.map((project, n) => (n % 3 === 0 ? connect : ask)(member, project, n % 2 === 0 ? server : second)),
    );
    expect(statuses(replies)).toEqual([...Array(5).fill(201), ...Array(5).fill(403)]);
  });
});

describe('messages before an answer', () => {
  it('are limited to three; a repeated one counts once; an answer ends the limit', async () => {
    const [a, b] = people(2);
    const client_id = randomUUID();
    const first = await write(a, b, server, client_id);
    expect(await left(a, b)).toEqual({ requests_left: 5, waitlists_left: 5, first_messages_left: 4, messages_left: 2 });
    expect(statuses([await write(a, b), await write(a, b, second)])).toEqual([201, 201]);
    expectRefused(await write(a, b), /^You can send 3 messages/u);
    expectRefused(await write(a, b, second), /^You can send 3 messages/u);
    const again = await write(a, b, second, client_id);
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect((await write(b, a, second)).status).toBe(201);
    expect(await left(a, b)).toEqual({
      requests_left: 5,
      waitlists_left: 5,
      first_messages_left: 5,
      messages_left: null,
    });
    const seqs = [];
    for (const at of [server, second, server, second]) seqs.push((await write(a, b, at)).body.data.seq);
    expect(seqs).toEqual([5, 6, 7, 8]);
  });

  it('can go to at most five members, each counted for 14 days', async () => {
    const [a, ...others] = people(8);
    const [answers, late, , , , sixth, seventh] = others as AddedMember[] & { 0: AddedMember; 1: AddedMember };
    for (const to of others.slice(0, 5)) expect((await write(a, to)).status).toBe(201);
    expect(await left(a, sixth as AddedMember)).toMatchObject({ first_messages_left: 0, messages_left: 0 });
    expectRefused(await write(a, sixth as AddedMember), /^5 members haven’t answered .* after 14 days\.$/u);
    expect((await write(a, late)).status).toBe(201);
    await write(answers, a);
    expect((await write(a, sixth as AddedMember)).status).toBe(201);
    expectRefused(await write(a, seventh as AddedMember), /^5 members/u);
    await sql`UPDATE messages SET created_at = created_at - interval '14 days' WHERE seq = 1 AND sender_id = ${a.id}
      AND conversation_id = (SELECT conversation_id FROM memberships WHERE user_id = ${a.id} AND other_id = ${late.id})`.execute(
      server.database.db,
    );
    expect((await write(a, seventh as AddedMember)).status).toBe(201);
  });

  it('create no conversation when they are refused', async () => {
    const [a, ...others] = people(7);
    for (const to of others.slice(0, 5)) await write(a, to);
    expectRefused(await write(a, others[5] as AddedMember), /^5 members/u);
    const { db } = server.database;
    const rows = await db.selectFrom('memberships').select('other_id').where('user_id', '=', a.id).execute();
    expect(rows.map(({ other_id }) => other_id).toSorted()).toEqual(
      others
        .slice(0, 5)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('are not counted between teammates, or with a pending or answered request', async () => {
    const [creator, member] = people(2);
    const asked = await ask(member, await post(creator));
    for (let n = 0; n < 4; n += 1) expect((await write(member, creator)).status).toBe(201);
    expect(await left(member, creator)).toMatchObject({ first_messages_left: 5, messages_left: null });
    await decide(creator, asked, 'accepted');
    expect((await write(member, creator)).status).toBe(201);
  });

  it('are not counted if the receiver has accepted them or has invited the sender', async () => {
    const [a, accepting, inviting, ...others] = people(8);
    for (const to of [accepting, inviting]) for (let n = 0; n < 3; n += 1) await write(a, to);
    expect(await left(a, accepting)).toMatchObject({ first_messages_left: 3, messages_left: 0 });
    await sql`UPDATE memberships SET request = 'accepted' WHERE user_id = ${accepting.id} AND other_id = ${a.id}`.execute(
      server.database.db,
    );
    const invited = `POST /api/projects/${await post(inviting)}/invitations`;
    expect((await server.call(invited, inviting.token, { user_id: a.id })).status).toBe(201);
    for (const to of [accepting, inviting]) {
      expect(await left(a, to)).toMatchObject({ first_messages_left: 5, messages_left: null });
      expect((await write(a, to)).status).toBe(201);
    }
    for (const to of others) expect((await write(a, to)).status).toBe(201);
  });

  it('are counted even if both have requests and interest with others', async () => {
    const [sender, receiver, other] = people(3);
    const pairs = [
      [other, receiver],
      [receiver, other],
      [other, sender],
      [sender, other],
    ] as const;
    for (const [from, to] of pairs) {
      expect((await ask(from, await post(to))).status).toBe(201);
      expect((await connect(from, await post(to))).status).toBe(201);
    }
    for (let n = 0; n < 3; n += 1) expect((await write(sender, receiver)).status).toBe(201);
    expectRefused(await write(sender, receiver), /^You can send 3/u);
  });

  it('are counted after a withdrawn request', async () => {
    const [creator, member] = people(2);
    const { body } = await ask(member, await post(creator));
    await server.call(`DELETE /api/project-requests/${body.data.request.id}`, member.token);
    for (let n = 0; n < 3; n += 1) await write(member, creator);
    expectRefused(await write(member, creator), /^You can send 3/u);
  });

  it('are limited to three per member when sent at once to two servers', async () => {
    const [a, b] = people(2);
    const replies = await Promise.all(Array.from({ length: 4 }, (_, n) => write(a, b, n % 2 === 0 ? server : second)));
    expect(statuses(replies)).toEqual([201, 201, 201, 403]);
    const seqs = replies.filter(({ status }) => status === 201).map(({ body }) => body.data.seq);
    expect(seqs.toSorted()).toEqual([1, 2, 3]);
  });

  it('go to at most five members when twenty are sent at once to two servers', async () => {
    const [a, ...others] = people(21);
    const replies = await Promise.all(others.map((to, n) => write(a, to, n % 2 === 0 ? server : second)));
    expect(statuses(replies)).toEqual([...Array(5).fill(201), ...Array(15).fill(403)]);
  });

  it('are acknowledged again on a retry, even when the limit is reached and after an answer', async () => {
    const [a, b] = people(2);
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const sent: number[] = [];
    for (const key of keys) sent.push((await write(a, b, server, key)).body.data.id);
    expectRefused(await write(a, b), /^You can send 3/u);
    const retries = async () => {
      const replies = await Promise.all(keys.flatMap((key) => [server, second].map((at) => write(a, b, at, key))));
      expect(replies.map(({ status, body }) => [status, body.data?.id])).toEqual(
        sent.flatMap((id) => [id, id]).map((id) => [201, id]),
      );
    };
    await retries();
    await write(b, a);
    await retries();
  });

  it('add no statement to an answered conversation', async () => {
    await using unlimited = await startTestServer({ beside: server, timings: steadyTimings });
    const [a, b] = people(2);
    await write(a, b);
    await write(b, a);
    const statementsOf = (at: TestServer) => messageStatements(at, a, b);
    const limited = await statementsOf(server);
    expect(limited).toEqual(await statementsOf(unlimited));
  });
});
