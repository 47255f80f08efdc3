import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let pool: AddedMember[];
beforeAll(async () => {
  server = await startTestServer();
  pool = await addMembers(server.database, 20, server.jwtSecret);
});
afterAll(() => server.close());

/** A new creator and a new applicant. */
const pair = () => takeFrom(pool, 2);
const post = (creator: AddedMember, change: object = {}): Promise<number> =>
  postProject(server, creator, { title: 'Rover "X"', ...change });
const ask = (member: AddedMember, project_id: number) =>
  server.call('POST /api/project-requests', member.token, { project_id });
const asked = async (member: AddedMember, project_id: number): Promise<number> =>
  (await ask(member, project_id)).body.data.request.id;
const decide = (creator: AddedMember, id: number, status: string) =>
  server.call(`PUT /api/project-requests/${id}/status`, creator.token, { status });
/** Collects the withdrawals that this member receives. */
async function listen(member: AddedMember): Promise<unknown[]> {
  const received: unknown[] = [];
  const socket = await server.connect(member);
  socket.on('join-request:withdrawn', (withdrawn) => received.push(withdrawn));
  return received;
}

describe('DELETE /api/project-requests/:id', () => {
  const withdraw = (member: AddedMember, id: number) => server.call(`DELETE /api/project-requests/${id}`, member.token);

  it('withdraws the member’s own pending request, notifies the creator, and lets the member ask again', async () => {
    const [creator, member] = pair();
    const id = await post(creator);
    const request = await asked(member, id);
    const received = await listen(creator);
    expect(await withdraw(creator, request)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await withdraw(member, 999_999)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await withdraw(member, request)).body.data.request).toMatchObject({ id: request, status: 'withdrawn' });
    expect(await withdraw(member, request)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    expect(await decide(creator, request, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_DECIDED' },
    });
    await eventually(() => expect(received).toEqual([{ id: request, project_id: id, project_title: 'Rover "X"' }]));
    expect((await ask(member, id)).status).toBe(201);
  });
});

describe('POST /api/project-requests/withdrawals', () => {
  const withdraw = (member: AddedMember, request_ids: unknown) =>
    server.call('POST /api/project-requests/withdrawals', member.token, { request_ids });
  const statusesOf = (reply: Awaited<ReturnType<typeof withdraw>>) =>
    reply.body.data.requests.map(({ id, status }: { id: number; status: string }) => [id, status]);

  it('withdraws each like a single withdrawal, and shows it to the creator and the member’s other devices', async () => {
    const [creator, member] = pair();
    const [other] = pair();
    const projects = [await post(creator), await post(other)];
    const ids = [await asked(member, projects[0] as number), await asked(member, projects[1] as number)];
    const [toCreator, toOther, toMember] = [await listen(creator), await listen(other), await listen(member)];
    const reply = await withdraw(member, ids);
    expect(reply.status).toBe(200);
    expect(statusesOf(reply)).toEqual(ids.map((id) => [id, 'withdrawn']));
    const ends = ids.map((id, n) => ({ id, project_id: projects[n], project_title: 'Rover "X"' }));
    await eventually(() => {
      expect([toCreator, toOther]).toEqual([[ends[0]], [ends[1]]]);
      expect(toMember).toEqual(ends);
    });
    const inbox = (await server.call('GET /api/inbox', creator.token)).body.data;
    expect(inbox.items.map(({ kind }: { kind: string }) => kind)).toEqual(['request:withdrawn']);
  });

  it('leaves decided requests, returns them as they are, and changes nothing when repeated', async () => {
    const [creator, member] = pair();
    const [taken, waits] = [await asked(member, await post(creator)), await asked(member, await post(creator))];
    await decide(creator, taken, 'accepted');
    const received = await listen(creator);
    for (let n = 0; n < 2; n += 1)
      expect(statusesOf(await withdraw(member, [waits, taken]))).toEqual([
        [taken, 'accepted'],
        [waits, 'withdrawn'],
      ]);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM activities WHERE user_id = ${member.id} AND message LIKE 'You withdrew%'`.execute(
      server.database.db,
    );
    expect(rows[0]?.count).toBe(1);
    await eventually(() => expect(received).toHaveLength(1));
  });

  it('frees places on the waitlist', async () => {
    const [creator, member] = pair();
    const [first, second] = pair();
    const full = await post(creator, { max_members: 2 });
    const ids = [await asked(first, full), await asked(member, full), await asked(second, full)] as const;
    await decide(creator, ids[0], 'accepted');
    for (const id of ids.slice(1)) await server.call(`PUT /api/project-requests/${id}/line`, creator.token);
    expect(statusesOf(await withdraw(member, [ids[1]]))).toEqual([[ids[1], 'withdrawn']]);
    const { body } = await server.call('GET /api/project-requests/mine', second.token);
    expect(body.data.requests[0]).toMatchObject({ id: ids[2], place: 1 });
  });

  it('refuses unknown requests, other members’ requests and too many at once, and then changes nothing', async () => {
    const [creator, member] = pair();
    const [, other] = pair();
    const id = await post(creator);
    const [own, foreign] = [await asked(member, id), await asked(other, id)];
    expect(await withdraw(member, [own, foreign])).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await withdraw(creator, [own])).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await withdraw(member, [own, 999_999])).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const many = Array.from({ length: 51 }, (_, n) => n + 1);
    for (const wrong of [[], [own, own], many, ['1'], own, undefined])
      expect((await withdraw(member, wrong)).status).toBe(400);
    const { body } = await server.call('GET /api/project-requests/mine', member.token);
    expect(body.data.requests[0]).toMatchObject({ id: own, status: 'pending' });
  });
});
