import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
let creator: TestMember;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
  creator = await server.signUp('Creator');
  member = await server.signUp('Member');
});
afterAll(() => server.close());

it('allows a member 300 changes in 10 s, of any kind', async () => {
  const busy = await server.signUp('Busy');
  // This call isn't even valid: refused calls count, too.
  const change = async () => (await server.call('PUT /api/users/profile', busy.token, {})).status;
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 2_000)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, change))));
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(300);
  expect(new Set(statuses.slice(0, 300))).toEqual(new Set([400]));
  expect((await server.call('GET /api/messages/unread-count', busy.token)).status).toBe(200);
});

const body = { title: 'Limited', description: 'D', category: 'other' };

it('allows a member 20 projects an hour, and then says how long to wait', async () => {
  for (let n = 0; n < 20; n += 1)
    expect((await server.call('POST /api/projects', creator.token, body)).status).toBe(201);
  const refused = await server.call('POST /api/projects', creator.token, body);
  expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'RATE_LIMITED' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect((await server.call('POST /api/projects', member.token, body)).status).toBe(201);
});

it('allows a member 30 requests in 10 minutes, of both kinds together', async () => {
  const [owner, applicant] = [await server.signUp('Owner'), await server.signUp('Applicant')];
  const posts = await Promise.all(
    Array.from({ length: 16 }, () => server.call('POST /api/projects', owner.token, body)),
  );
  const ids: number[] = posts.map((post) => post.body.data.project.id);
  const [last = 0, ...others] = ids;
  const ask = (project_id: number) => server.call('POST /api/project-requests', applicant.token, { project_id });
  const connect = (id: number) => server.call(`POST /api/projects/${id}/connect`, applicant.token);
  // Few requests may be pending, so each one ends before the next.
  for (const id of others) {
    const asked = await ask(id);
    expect(asked.status).toBe(201);
    const withdrawn = await server.call(`DELETE /api/project-requests/${asked.body.data.request.id}`, applicant.token);
    expect(withdrawn.status).toBe(200);
    const interest = await connect(id);
    expect(interest.status).toBe(201);
    const decision = `PUT /api/projects/connections/${interest.body.data.connection.id}`;
    expect((await server.call(decision, owner.token, { status: 'denied' })).status).toBe(200);
  }
  for (const call of [ask, connect]) expect((await call(last)).status).toBe(429);
});
