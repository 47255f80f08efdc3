import { requestServerLimits } from '@sangam/shared/requests/limits';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let server: TestServer;
let pool: AddedMember[];
beforeAll(async () => {
  server = await startTestServer();
  pool = await addMembers(server.database, 40, server.jwtSecret);
});
afterAll(() => server.close());

const ask = async (member: AddedMember, project_id: number): Promise<number> =>
  (await server.ask(member, 'POST /api/project-requests', { body: { project_id } })).data.request.id;

/** Creates a project with `max_members` seats and pending requests by three members. */
async function asked(max_members = 5) {
  const [creator, ...applicants] = takeFrom(pool, 4);
  const project = await postProject(server, creator, { max_members });
  const ids: number[] = [];
  for (const applicant of applicants) ids.push(await ask(applicant, project));
  return { creator, applicants, project, ids };
}

/** The same, without a free seat. */
async function askedFull() {
  const { creator, applicants, project, ids } = await asked(2);
  const [member] = takeFrom(pool, 1);
  const params = { id: await ask(member, project) };
  await server.ask(creator, 'PUT /api/project-requests/:id/status', { params, body: { status: 'accepted' } });
  return { creator, applicants, project, ids };
}

const send = (name: 'rejections' | 'line', member: AddedMember, body: object) =>
  server.call(`POST /api/project-requests/${name}`, member.token, body);
const statusesOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.data.requests.map(({ id, status }: { id: number; status: string }) => [id, status]);
const latestOf = async (member: AddedMember) =>
  (await server.ask(member, 'GET /api/project-requests/mine')).data.requests[0];
const kindsFor = async (member: AddedMember) =>
  (await server.ask(member, 'GET /api/inbox')).data.items.map(({ kind }) => kind);

describe('POST /api/project-requests/rejections', () => {
  it('rejects each like a single rejection, with the one reason and note', async () => {
    const { creator, applicants, project, ids } = await asked();
    const [first] = applicants;
    const decided: unknown[] = [];
    const socket = await server.connect(first as AddedMember);
    socket.on('join-request:decided', (decision) => decided.push(decision));
    const why = { reason: 'seats_taken', word: 'Next year again.' };
    const reply = await send('rejections', creator, { request_ids: ids, ...why });
    expect(statusesOf(reply)).toEqual(ids.map((id) => [id, 'rejected']));
    for (const applicant of applicants) {
      expect(await latestOf(applicant)).toMatchObject({
        status: 'rejected',
        decline_reason: 'seats_taken',
        end_word: 'Next year again.',
        ask_again_at: expect.any(String),
        reopen_until: expect.any(String),
      });
      expect(await kindsFor(applicant)).toEqual(['request:rejected']);
    }
    expect(await kindsFor(creator)).toEqual([]);
    await eventually(() =>
      expect(decided).toEqual([expect.objectContaining({ id: ids[0], project_id: project, status: 'rejected' })]),
    );
  });

  it('leaves decided requests, returns them as they are, and changes nothing when repeated', async () => {
    const { creator, ids } = await asked();
    const [first = 0, ...others] = ids;
    const params = { id: first };
    await server.ask(creator, 'PUT /api/project-requests/:id/status', { params, body: { status: 'accepted' } });
    for (let n = 0; n < 2; n += 1)
      expect(statusesOf(await send('rejections', creator, { request_ids: ids }))).toEqual([
        [first, 'accepted'],
        ...others.map((id) => [id, 'rejected']),
      ]);
  });
});

it('counts against the rate limit once for each request', async () => {
  const limited = await startTestServer({ rateLimitFactor: 0.01, beside: server });
  onTestFinished(() => limited.close());
  const { creator, ids } = await asked();
  const reject = () => limited.call('POST /api/project-requests/rejections', creator.token, { request_ids: ids });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await reject()).status);
  // Twelve calls are allowed.
  expect([statuses.slice(0, 3), statuses.at(-1)]).toEqual([[200, 200, 200], 429]);
});

describe('POST /api/project-requests/line', () => {
  it('adds each to the waitlist, in the order of asking', async () => {
    const { creator, applicants, ids } = await askedFull();
    const reply = await send('line', creator, { request_ids: ids.toReversed() });
    expect(statusesOf(reply)).toEqual(ids.map((id) => [id, 'pending']));
    for (const [index, applicant] of applicants.entries()) {
      expect(await latestOf(applicant)).toMatchObject({ place: index + 1 });
      expect(await kindsFor(applicant)).toEqual(['line:placed']);
    }
    expect(await kindsFor(creator)).toEqual([]);
    expect((await send('line', creator, { request_ids: ids })).status).toBe(200);
  });

  it('keeps requests pending for which the waitlist has no place', async () => {
    const { creator, project, ids } = await askedFull();
    await sql`
      WITH crowd AS (
        INSERT INTO users (name, email) SELECT 'Waitlisted', gen_random_uuid() || '@example.org'
        FROM generate_series(2, ${requestServerLimits.waitlistMax}::int) RETURNING id)
      INSERT INTO join_requests (project_id, creator_id, requester_id, message, line_place)
      SELECT ${project}, ${creator.id}, id, 'Hi', row_number() OVER () FROM crowd`.execute(server.database.db);
    const { body } = await send('line', creator, { request_ids: ids });
    expect(body.data.requests.map(({ place }: { place?: number }) => place !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe.each(['rejections', 'line'] as const)('POST /api/project-requests/%s', (name) => {
  it('refuses unknown requests, requests to other members’ projects and too many at once, and then changes nothing', async () => {
    const { creator, applicants, ids } = await askedFull();
    const [stranger] = takeFrom(pool, 1);
    const elsewhere = await ask(applicants[0] as AddedMember, await postProject(server, stranger, {}));
    const refused = async (request_ids: unknown, status: number, member = creator) =>
      expect((await send(name, member, { request_ids })).status).toBe(status);
    await refused([...ids, elsewhere], 403);
    await refused(ids, 403, applicants[0]);
    await refused([...ids, 999_999], 404);
    const many = Array.from({ length: 51 }, (_, n) => n + 1);
    for (const wrong of [[], [ids[0], ids[0]], many, ['1'], undefined]) await refused(wrong, 400);
    const { data } = await server.ask(creator, 'GET /api/project-requests/incoming', { query: { waitlist: 'no' } });
    expect(data.total).toBe(ids.length);
  });
});
