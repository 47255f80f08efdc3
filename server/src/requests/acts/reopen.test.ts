import { dayMs, hourMs } from '@sangam/shared/core/limits';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
let pool: AddedMember[];
let asha: AddedMember;
let bina: AddedMember;
let projectId: number;
let id: number;

beforeAll(async () => {
  server = await startTestServer({
    env: { RATE_LIMIT: 'on' },
    clock,
    timings: { jobs: { pollMs: 100 } },
  });
  pool = await addMembers(server.database, 40, server.jwtSecret);
});
afterAll(() => server.close());

/** Asha has rejected Bina's request, with a reason. */
beforeEach(async () => {
  [asha, bina] = takeFrom(pool, 2);
  projectId = await post();
  id = (await ask(projectId, 'I build rovers.')).body.data.request.id;
  await reject();
});

const call = (by: AddedMember, name: string, body?: object) => server.call(name, by.token, body);
const post = (): Promise<number> => postProject(server, asha, { max_members: 3, answer_days: 2 });
const ask = (project_id: number, message = '') =>
  call(bina, 'POST /api/project-requests', { project_id, ...(message && { message }) });
const reject = () =>
  call(asha, `PUT /api/project-requests/${id}/status`, { status: 'rejected', reason: 'other_skills', word: 'Sorry' });
const reopen = (by = asha, which = id) => call(by, `POST /api/project-requests/${which}/reopen`);
const listed = async (by: AddedMember, which: 'incoming' | 'mine'): Promise<JoinRequest[]> =>
  (await call(by, `GET /api/project-requests/${which}`)).body.data.requests;
const kinds = async (by: AddedMember): Promise<string[]> =>
  (await call(by, 'GET /api/inbox')).body.data.items.map(({ kind }: { kind: string }) => kind);
/** Lets days pass: moves the request's deadline and its next check to earlier. */
const pass = async (days: number): Promise<void> => {
  const { db } = server.database;
  const time = sql`${days}::int * interval '1 day'`;
  await sql`UPDATE join_requests SET answer_from = answer_from - ${time}, answer_by = answer_by - ${time} WHERE id = ${id}`.execute(
    db,
  );
  await sql`UPDATE jobs SET due_at = due_at - ${time} WHERE kind = 'request:clock' AND key = ${String(id)}`.execute(db);
};
const outcome = ({ status, body }: Reply) => [status, body.code ?? body.data.request.status];

it('is pending again, with its message, a new deadline and no reason, live on both sides', async () => {
  const [ashaSocket, binaSocket] = [await server.connect(asha), await server.connect(bina)];
  const received: JoinRequest[] = [];
  for (const socket of [ashaSocket, binaSocket])
    socket.on('join-request:reopened', (request) => received.push(request));
  clock.atMs += hourMs;
  const { status, body } = await reopen();
  const request: JoinRequest = body.data.request;
  expect([status, request.status, request.message]).toEqual([200, 'pending', 'I build rovers.']);
  for (const field of ['decline_reason', 'end_word', 'ask_again_at', 'reopen_until'])
    expect(request).not.toHaveProperty(field);
  expect(Date.parse(request.answer_by ?? '')).toBe(clock.atMs + 2 * dayMs);
  await eventually(() => expect(received).toEqual([request, request]));
  expect(await listed(asha, 'incoming')).toEqual([request]);
  expect(await listed(bina, 'mine')).toEqual([request]);
  expect(await kinds(bina)).toEqual(['request:reopened']);
});

it('can be decided like any other, expires at its new deadline, and can be reopened again', async () => {
  expect(outcome(await reopen())).toEqual([200, 'pending']);
  expect((await reject()).body.data.request.reopen_until).toBe(new Date(clock.atMs + 7 * dayMs).toISOString());
  expect(outcome(await reopen())).toEqual([200, 'pending']);
  await pass(2);
  await eventually(async () =>
    expect((await listed(bina, 'mine'))[0]).toMatchObject({ status: 'withdrawn', ended_by: 'no_answer' }),
  );
});

it('reminds the creator again each time it is reopened', async () => {
  for (let round = 0; round < 2; round += 1) {
    await reopen();
    expect(await kinds(asha)).not.toContain('request:last_day');
    await pass(1);
    await eventually(async () => expect(await kinds(asha)).toContain('request:last_day'));
    await reject();
  }
});

it('counts once in the project’s answer record', async () => {
  await reopen();
  await reject();
  const { rows } = await sql`SELECT request_id FROM request_answers WHERE request_id = ${id}`.execute(
    server.database.db,
  );
  expect(rows).toHaveLength(1);
});

it("doesn't count toward the applicant’s limit of pending requests", async () => {
  const others = await Promise.all(Array.from({ length: 6 }, post));
  for (const other of others.slice(0, 5)) expect((await ask(other)).status).toBe(201);
  expect(outcome(await reopen())).toEqual([200, 'pending']);
  await call(bina, `DELETE /api/project-requests/${(await listed(bina, 'mine'))[0]?.id}`);
  expect((await ask(others[5] ?? 0)).status).toBe(201);
});

describe('is refused', () => {
  it('7 days after the rejection, and not a moment before', async () => {
    const rejectedAt = (ms: number) =>
      sql`UPDATE join_requests SET decided_at = ${new Date(ms)} WHERE id = ${id}`.execute(server.database.db);
    await rejectedAt(clock.atMs - requestServerLimits.reopenMs + 1);
    expect(outcome(await reopen())).toEqual([200, 'pending']);
    await reject();
    await rejectedAt(clock.atMs - requestServerLimits.reopenMs);
    expect(outcome(await reopen())).toEqual([409, 'ALREADY_DECIDED']);
  });

  it('to anyone but the creator', async () => {
    expect(outcome(await reopen(bina))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await reopen(asha, 999_999))).toEqual([404, 'NOT_FOUND']);
  });

  it('unless it was rejected', async () => {
    await reopen();
    expect(outcome(await reopen())).toEqual([409, 'ALREADY_DECIDED']);
    await call(asha, `PUT /api/project-requests/${id}/status`, { status: 'accepted' });
    expect(outcome(await reopen())).toEqual([409, 'ALREADY_DECIDED']);
  });

  it.each([
    ['closed', 'PROJECT_CLOSED'],
    ['finished', 'PROJECT_FINISHED'],
  ])('while the project is %s', async (state, code) => {
    await call(asha, `PUT /api/projects/${projectId}/state`, { state });
    expect(outcome(await reopen())).toEqual([409, code]);
  });

  it('once the project is deleted', async () => {
    await call(asha, `DELETE /api/projects/${projectId}`);
    expect(outcome(await reopen())).toEqual([404, 'PROJECT_NOT_FOUND']);
  });

  it.each(['asha', 'bina'])('while %s blocks the other', async (blocker) => {
    const [by, other] = blocker === 'asha' ? [asha, bina] : [bina, asha];
    expect((await call(by, `PUT /api/blocks/${other.id}`)).status).toBe(200);
    expect(outcome(await reopen())).toEqual([403, 'CONTACT_REFUSED']);
  });

  it('if the applicant has a newer request, or a seat', async () => {
    const { db } = server.database;
    const newer = (status: 'withdrawn' | 'accepted') =>
      sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at)
        VALUES (${projectId}, ${asha.id}, ${bina.id}, 'Again', ${status}, now())`.execute(db);
    await newer('withdrawn');
    expect(outcome(await reopen())).toEqual([409, 'ALREADY_REQUESTED']);
    await sql`INSERT INTO project_members (project_id, user_id) VALUES (${projectId}, ${bina.id})`.execute(db);
    expect(outcome(await reopen())).toEqual([409, 'ALREADY_MEMBER']);
  });
});

it('belongs to the new creator after a transfer', async () => {
  const chitra = pool.pop() as AddedMember;
  const requested = await call(chitra, 'POST /api/project-requests', { project_id: projectId });
  await call(asha, `PUT /api/project-requests/${requested.body.data.request.id}/status`, { status: 'accepted' });
  await call(asha, `PUT /api/projects/${projectId}/offer`, { user_id: chitra.id });
  await call(chitra, `PUT /api/projects/${projectId}/offer/status`, { status: 'accepted' });
  expect(outcome(await reopen(asha))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await reopen(chitra))).toEqual([200, 'pending']);
  expect((await listed(chitra, 'incoming')).map((request) => request.id)).toEqual([id]);
  expect((await listed(bina, 'mine'))[0]).toMatchObject({ id, creator_id: chitra.id });
});

it('is reopened once from two devices at the same time, and never together with a block', async () => {
  const replies = await Promise.all([reopen(), reopen(), reopen()]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await reject();
  const [opened] = await Promise.all([reopen(), call(bina, `PUT /api/blocks/${asha.id}`)]);
  await eventually(async () => expect((await listed(bina, 'mine'))[0]?.status).not.toBe('pending'));
  expect([200, 403]).toContain(opened?.status);
});
