import { dayMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

const WEEK_MS = 7 * dayMs;
const clock = shiftedClock();
let server: TestServer;
let [asha, bina] = [{} as TestMember, {} as TestMember];
beforeAll(async () => {
  server = await startTestServer({ clock });
  asha = await server.signUp('Asha');
  bina = await server.signUp('Bina');
});
afterAll(() => server.close());

const read = async (member: TestMember, weeks?: number) =>
  (await server.call(`GET /api/dashboard/analytics${weeks === undefined ? '' : `?weeks=${weeks}`}`, member.token)).body
    .data;
const last = async (member: TestMember) => (await read(member)).weeks.at(-1);
const send = async (from: TestMember, to: TestMember) =>
  expect((await server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' })).status).toBe(201);

it("shows 12 weeks in the member's time zone, all empty at first", async () => {
  const { time_zone, weeks } = await read(asha);
  expect([time_zone, weeks.length]).toEqual(['Asia/Kolkata', 12]);
  for (const { start, answer_hours, ...counts } of weeks) {
    expect(new Date(start).getUTCDay()).toBe(1);
    expect(answer_hours).toBeNull();
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  }
  expect((await read(asha, 4)).weeks).toHaveLength(4);
  for (const wrong of ['0', '27', 'x'])
    expect((await server.call(`GET /api/dashboard/analytics?weeks=${wrong}`, asha.token)).status).toBe(400);
});

it("doesn't count the requests stored for the seats of invited members and former creators", async () => {
  const [creator, guest] = [await server.signUp(), await server.signUp()];
  const patch = { college: 'IIT', skills: ['Go'], listed: true };
  await server.call('PATCH /api/users/profile', guest.token, patch);
  const id = await postProject(server, creator);
  const call = `POST /api/projects/${id}/invitations`;
  const { invitation } = (await server.call(call, creator.token, { user_id: guest.id })).body.data;
  const accept = { status: 'accepted' };
  expect((await server.call(`PUT /api/invitations/${invitation.id}/status`, guest.token, accept)).status).toBe(200);
  await server.call(`PUT /api/projects/${id}/offer`, creator.token, { user_id: guest.id });
  expect((await server.call(`PUT /api/projects/${id}/offer/status`, guest.token, accept)).status).toBe(200);
  const none = { requests_received: 0, requests_sent: 0 };
  expect(await last(guest)).toMatchObject({ ...none, teams_joined: 1 });
  await server.call(`DELETE /api/projects/${id}/members/me`, creator.token);
  for (const each of [creator, guest]) expect(await last(each)).toMatchObject(none);
});

it('counts each request for its creator at that time, even after a transfer, and takes the median over all answers', async () => {
  const [first, next] = [await server.signUp(), await server.signUp()];
  const project_id = await postProject(server, first, { max_members: 9 });
  const ask = async () => {
    const by = await server.signUp();
    const { request } = (await server.call('POST /api/project-requests', by.token, { project_id })).body.data;
    return { by, id: request.id as number };
  };
  const decide = async (by: TestMember, id: number, status: string) =>
    expect((await server.call(`PUT /api/project-requests/${id}/status`, by.token, { status })).status).toBe(200);
  const withdraw = async ({ by, id }: { by: TestMember; id: number }) =>
    expect((await server.call(`DELETE /api/project-requests/${id}`, by.token)).status).toBe(200);
  const transfer = async (from: TestMember, to: TestMember) => {
    await server.call(`PUT /api/projects/${project_id}/offer`, from.token, { user_id: to.id });
    const accepted = await server.call(`PUT /api/projects/${project_id}/offer/status`, to.token, {
      status: 'accepted',
    });
    expect(accepted.status).toBe(200);
  };
  const joined = await server.call('POST /api/project-requests', next.token, { project_id });
  await decide(first, joined.body.data.request.id, 'accepted');
  await withdraw(await ask());
  const passedOn = [await ask(), await ask()] as const;
  await transfer(first, next);
  await decide(next, passedOn[0].id, 'rejected');
  await withdraw(await ask());
  await transfer(next, first);
  await decide(first, passedOn[1].id, 'rejected');
  expect(await last(first)).toMatchObject({ requests_received: 3, requests_answered: 2 });
  expect(await last(next)).toMatchObject({ requests_received: 2, requests_answered: 1 });

  const { db } = server.database;
  await sql`UPDATE request_answers SET took_ms = 3600000 * request_id, ended_at = now() - interval '8 days'
    WHERE creator_id = ${first.id} AND request_id = ${joined.body.data.request.id}`.execute(db);
  await sql`UPDATE request_answers SET took_ms = 0 WHERE creator_id = ${first.id} AND took_ms < 3600000`.execute(db);
  const both = await read(first);
  expect(both.answer_hours).toBe(joined.body.data.request.id / 2);
  expect((await read(await server.signUp())).answer_hours).toBeNull();
});

it('counts requests, answers, messages and teams in the week in which they occurred', async () => {
  const project = await postProject(server, asha, { max_members: 5 });
  const ask = async (by: TestMember) =>
    (await server.call('POST /api/project-requests', by.token, { project_id: project })).body.data.request.id;
  const decide = (request: number, status: string) =>
    server.call(`PUT /api/project-requests/${request}/status`, asha.token, { status });
  await decide(await ask(bina), 'accepted');
  await decide(await ask(await server.signUp()), 'rejected');
  await ask(await server.signUp());
  for (const [from, to] of [
    [asha, bina],
    [bina, asha],
    [asha, bina],
  ] as const)
    await send(from, to);
  expect(await last(asha)).toMatchObject({
    requests_received: 3,
    requests_answered: 2,
    requests_sent: 0,
    members_joined: 1,
    teams_joined: 0,
    messages_sent: 2,
    messages_received: 1,
    answer_hours: expect.closeTo(0, 1),
  });
  expect(await last(bina)).toMatchObject({
    requests_sent: 1,
    sent_accepted: 1,
    sent_rejected: 0,
    teams_joined: 1,
    messages_sent: 1,
    messages_received: 2,
  });
  // A week later they count in the previous week.
  clock.aheadMs += WEEK_MS;
  const late = await server.call('POST /api/auth/login', null, { email: asha.email, password: asha.password });
  const later = { ...asha, token: late.body.token };
  await send(later, bina);
  const { weeks } = await read(later);
  expect(weeks.at(-2)).toMatchObject({ requests_received: 3, messages_sent: 2, messages_received: 1 });
  expect(weeks.at(-1)).toMatchObject({ requests_received: 0, messages_sent: 1, messages_received: 0 });
});

it('counts the messages of a long conversation exactly, without reading each one', async () => {
  const [one, two] = [await server.signUp(), await server.signUp()];
  await send(one, two);
  const { db } = server.database;
  const ids = await sql<{
    conversation_id: number;
  }>`SELECT conversation_id FROM memberships WHERE user_id = ${one.id}`.execute(db);
  const id = ids.rows[0]?.conversation_id;
  // 600 messages over ten weeks, in runs of different lengths.
  await sql`INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
    SELECT ${id}, s + 1, sender, row_number() OVER (PARTITION BY sender ORDER BY s) + (sender = ${one.id})::int, 'x',
      to_timestamp(${clock.nowMs()} / 1000.0) - (601 - s) * interval '168 minutes'
    FROM (SELECT s, CASE WHEN s % 7 < 4 THEN ${two.id}::int8 ELSE ${one.id}::int8 END AS sender FROM generate_series(1, 600) s) made`.execute(
    db,
  );
  await sql`UPDATE messages SET created_at = to_timestamp(${clock.nowMs()} / 1000.0) - interval '20 weeks'
    WHERE conversation_id = ${id} AND seq = 1`.execute(db);
  const { weeks } = await read(one);
  const total = (key: string) => weeks.reduce((sum: number, week: Record<string, number>) => sum + (week[key] ?? 0), 0);
  const counted = await sql<{ mine: number; theirs: number }>`SELECT
    count(*) FILTER (WHERE sender_id = ${one.id}) AS mine, count(*) FILTER (WHERE sender_id = ${two.id}) AS theirs
    FROM messages WHERE conversation_id = ${id} AND seq > 1`.execute(db);
  expect({ mine: total('messages_sent'), theirs: total('messages_received') }).toEqual(counted.rows[0]);
  expect(weeks.filter(({ messages_sent }: { messages_sent: number }) => messages_sent > 20).length).toBeGreaterThan(7);
});

it('reads a conversation no more often for weeks without messages', async () => {
  const [one, two] = [await server.signUp(), await server.signUp()];
  await send(one, two);
  const { db, pool } = server.database;
  const ids = await sql<{
    id: number;
  }>`SELECT conversation_id AS id FROM memberships WHERE user_id = ${one.id}`.execute(db);
  const id = ids.rows[0]?.id;
  await sql`INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
    SELECT ${id}, n, ${one.id}, n, 'x', to_timestamp(${clock.nowMs()} / 1000.0) FROM generate_series(2, 2000) n`.execute(
    db,
  );
  const blocksOf = async (moments: string) => {
    const { rows } = await pool.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM message_counts_at(${id}, ${one.id}, ARRAY(SELECT ${moments}))`,
    );
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0].Plan;
    return hit + read;
  };
  const [before, after] = ["now() - n * interval '1 week'", "now() + n * interval '1 week'"];
  const oneWeek = await blocksOf(`${after} FROM generate_series(1, 1) n`);
  expect(oneWeek).toBeGreaterThan(0);
  expect(await blocksOf(`${before} FROM generate_series(26, 1, -1) n`)).toBeLessThanOrEqual(oneWeek);
  expect(await blocksOf(`${after} FROM generate_series(1, 26) n`)).toBeLessThanOrEqual(oneWeek);
});
