import { answered } from '@sangam/testing/answered';
import { postProject } from '@sangam/testing/post-project';
import { runsAll, runsFull } from '@sangam/testing/runs';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Actions run concurrently on PostgreSQL, and one after another on the embedded database. */
let server: TestServer;
let creator: TestMember;
let members: TestMember[];

const MEMBERS = 30;
const ROUNDS = runsFull ? 8 : 2;

beforeAll(async () => {
  server = await startTestServer();
  creator = await server.signUp('Creator');
  members = [];
  for (let n = 0; n < MEMBERS; n += 1) members.push(await server.signUp());
});
afterAll(() => server.close());

const project = (max_members: number): Promise<number> => postProject(server, creator, { max_members });
const call = (by: TestMember, name: string, body?: object) => answered(() => server.call(name, by.token, body));
const ask = (member: TestMember, project_id: number) => call(member, 'POST /api/project-requests', { project_id });
const decide = (id: number, status: string) => call(creator, `PUT /api/project-requests/${id}/status`, { status });
const tally = (replies: Reply[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const what = `${status} ${body.code ?? 'OK'}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
};
/** Returns the number of taken seats, by the counter, the team and the accepted requests. */
const seats = async (id: number) => {
  const { rows } = await sql<{ counted: number; team: number; accepted: number }>`
    SELECT p.member_count AS counted,
      (SELECT count(*) FROM project_members WHERE project_id = p.id) AS team,
      (SELECT count(*) FROM join_requests WHERE project_id = p.id AND status = 'accepted') AS accepted
    FROM projects p WHERE p.id = ${id}`.execute(server.database.db);
  return rows[0];
};

describe('at the same moment', () => {
  it('gives 2 seats to 2 members when 30 are accepted', async () => {
    const id = await project(3);
    const asked = await Promise.all(members.map((member) => ask(member, id)));
    expect(tally(asked)).toEqual({ '201 OK': MEMBERS });
    const decided = await Promise.all(asked.map(({ body }) => decide(body.data.request.id, 'accepted')));
    expect(tally(decided)).toEqual({ '200 OK': 2, '409 PROJECT_FULL': MEMBERS - 2 });
    expect(await seats(id)).toEqual({ counted: 3, team: 3, accepted: 2 });
  });

  it('gives each role only its own seats while the creator removes a role and adds another', async () => {
    const id = await project(7);
    const edit = (roles: object[]) => call(creator, `PATCH /api/projects/${id}`, { roles });
    const edited = await edit([
      { name: 'Backend', seats: 2 },
      { name: 'Design', seats: 1 },
    ]);
    const [backend, design] = edited.body.data.project.roles.map((role: { id: number }) => role.id);
    const roles = [backend, design, undefined];
    const asked = await Promise.all(
      members.map((member, n) => call(member, 'POST /api/project-requests', { project_id: id, role_id: roles[n % 3] })),
    );
    expect(tally(asked)).toEqual({ '201 OK': MEMBERS });
    const kept = { id: backend, name: 'Backend', seats: 2 };
    const [decided, edits] = await Promise.all([
      Promise.all(asked.map(({ body }) => decide(body.data.request.id, 'accepted'))),
      Promise.all([edit([kept]), edit([kept, { name: 'Writing', seats: 1 }]), edit([{ ...kept, seats: 1 }])]),
    ]);
    expect(decided.filter(({ status }) => status >= 500)).toEqual([]);
    expect(edits.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([]);
    const { rows } = await sql<{ name: string | null; seats: number; taken: number }>`
      SELECT o.name, o.seats, (SELECT count(*) FROM project_members m WHERE m.role_id = o.id) AS taken
      FROM project_roles o WHERE o.project_id = ${id} AND o.removed_at IS NULL
      UNION ALL SELECT NULL, 7 - (SELECT coalesce(sum(seats), 0) FROM project_roles WHERE project_id = ${id} AND removed_at IS NULL),
        (SELECT count(*) FROM project_members WHERE project_id = ${id} AND role_id IS NULL)`.execute(
      server.database.db,
    );
    for (const { name, seats: has, taken } of rows) expect([name, taken <= Number(has)]).toEqual([name, true]);
    const total = rows.reduce((sum, { taken }) => sum + taken, 0);
    expect(await seats(id)).toEqual({ counted: total, team: total, accepted: total - 1 });
  });

  it('lets only one of accept, reject and withdraw succeed, with consistent results', async () => {
    for (const member of members.slice(0, ROUNDS)) {
      const id = await project(5);
      const request = (await ask(member, id)).body.data.request.id;
      const replies = await Promise.all([
        decide(request, 'accepted'),
        decide(request, 'rejected'),
        decide(request, 'accepted'),
        call(member, `DELETE /api/project-requests/${request}`),
      ]);
      expect(tally(replies)).toEqual({ '200 OK': 1, '409 ALREADY_DECIDED': 3 });
      const winner = replies.find((reply) => reply.status === 200);
      const accepted = winner?.body.data.request.status === 'accepted' ? 1 : 0;
      expect(await seats(id)).toEqual({ counted: 1 + accepted, team: 1 + accepted, accepted });
    }
  });

  it('stores one request when a member asks 20 times', async () => {
    const [member] = members as [TestMember];
    const id = await project(5);
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(member, id)));
    expect(tally(replies)).toEqual({ '201 OK': 1, '409 ALREADY_REQUESTED': 19 });
  });

  it('stores one interest, decided once, when a member shows it 20 times', async () => {
    const [member] = members as [TestMember];
    const id = await project(5);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call(member, `POST /api/projects/${id}/connect`)),
    );
    expect(tally(replies)).toEqual({ '201 OK': 1, '409 ALREADY_CONNECTED': 19 });
    const interest = replies.find((reply) => reply.status === 201)?.body.data.connection.id;
    const decisions = ['approved', 'denied', 'approved', 'denied'].map((status) =>
      call(creator, `PUT /api/projects/connections/${interest}`, { status }),
    );
    expect(tally(await Promise.all(decisions))).toEqual({ '200 OK': 1, '409 ALREADY_DECIDED': 3 });
  });

  it('never leaves a pending request from a member who is in the team', async () => {
    for (const member of members.slice(0, ROUNDS)) {
      const id = await project(5);
      const request = (await ask(member, id)).body.data.request.id;
      const asking = () => Array.from({ length: 6 }, () => ask(member, id));
      const replies = await Promise.all([...asking(), decide(request, 'accepted'), ...asking()]);
      expect(tally(replies)).toMatchObject({ '200 OK': 1 });
      expect(replies.filter(({ status }) => status === 201)).toEqual([]);
    }
  });

  it.runIf(runsAll)('counts the team correctly while members leave and join and the creator is renamed', async () => {
    const id = await project(20);
    const asked = await Promise.all(members.slice(0, 18).map((member) => ask(member, id)));
    const first = asked.slice(0, 9).map(({ body }) => decide(body.data.request.id, 'accepted'));
    expect(tally(await Promise.all(first))).toEqual({ '200 OK': 9 });
    const profile = (n: number) => ({ name: `Creator ${n}`, college: 'IIT', skills: ['Go'] });
    const all = await Promise.all([
      ...members.slice(0, 9).map((member) => call(member, `DELETE /api/projects/${id}/members/me`)),
      ...asked.slice(9).map(({ body }) => decide(body.data.request.id, 'accepted')),
      ...[1, 2, 3, 4].map((n) => call(creator, 'PUT /api/users/profile', profile(n))),
    ]);
    expect(tally(all)).toEqual({ '200 OK': 22 });
    // Leaving ended the member's request.
    expect(await seats(id)).toEqual({ counted: 10, team: 10, accepted: 9 });
  });
});
