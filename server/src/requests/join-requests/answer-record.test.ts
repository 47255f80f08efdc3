import { readFileSync } from 'node:fs';
import { dayMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { passTime } from '@sangam/testing/jobs-done';
import { postProject } from '@sangam/testing/post-project';
import { asha, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const clock = stoppedClock();
stageForEachTest(['Asha'], { clock, timings: { jobs: { pollMs: 100 } } });

const project = (fields: object = {}): Promise<number> =>
  postProject(server, asha, { max_members: 20, answer_days: 3, ...fields });
/** Creates a member with a pending request to the project. */
const asked = async (id: number): Promise<TestMember & { request: number }> => {
  const member = await server.signUp();
  const { body } = await server.call('POST /api/project-requests', member.token, { project_id: id });
  return { ...member, request: body.data.request.id };
};
const decide = (request: number, status: string, by = asha) =>
  server.call(`PUT /api/project-requests/${request}/status`, by.token, { status });
const addToWaitlist = (request: number) => server.call(`PUT /api/project-requests/${request}/line`, asha.token);
const withdraw = ({ token, request }: TestMember & { request: number }) =>
  server.call(`DELETE /api/project-requests/${request}`, token);
const setState = (id: number, state: string) => server.call(`PUT /api/projects/${id}/state`, asha.token, { state });
const record = async (id: number) => (await server.call(`GET /api/projects/${id}`)).body.project.answer_record;
const decided = async (id: number, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await decide((await asked(id)).request, 'rejected');
};
const passed = (ms: number) => passTime(server.database, clock, ms);
/** Keeps jobs from ending the requests at their deadlines. */
const holdTimers = () =>
  server.database.db
    .updateTable('jobs')
    .set({ due_at: new Date(clock.atMs + 30 * dayMs) })
    .where('kind', '=', 'request:clock')
    .execute();

it('shows how a creator answers, to visitors too, from five requests on', async () => {
  const id = await project();
  const slow = await asked(id);
  await decided(id, 3);
  await passed(1.5 * dayMs);
  expect(await record(id)).toBeUndefined();
  await decide(slow.request, 'accepted');
  expect(await record(id)).toBeUndefined();
  await decided(id, 1);
  expect(await record(id)).toEqual({ asked: 5, answered: 5, days: 2 });
});

it('counts requests without an answer, but not those withdrawn before their deadline', async () => {
  const id = await project();
  await decided(id, 4);
  const [early, late] = [await asked(id), await asked(id)];
  expect((await withdraw(early)).status).toBe(200);
  expect(await record(id)).toBeUndefined();
  await passed(3 * dayMs);
  expect(await record(id)).toEqual({ asked: 5, answered: 4, days: 1 });
  // The message names both reasons, since nobody has answered.
  const message = 'This request has been answered or has ended.';
  expect((await withdraw(late)).body).toMatchObject({ code: 'ALREADY_DECIDED', message });
});

it('counts a request as unanswered if its project finishes after the deadline, even if the timer is late', async () => {
  const id = await project();
  await decided(id, 4);
  await asked(id);
  await holdTimers();
  clock.atMs += 3 * dayMs;
  expect((await setState(id, 'finished')).status).toBe(200);
  expect(await record(id)).toEqual({ asked: 5, answered: 4, days: 1 });
});

it('counts no answer or withdrawal between the deadline and a late timer, since these are refused', async () => {
  const id = await project();
  const one = await asked(id);
  await decided(id, 4);
  await holdTimers();
  clock.atMs += 4 * dayMs;
  await decide(one.request, 'accepted');
  expect((await withdraw(one)).body.code).toBe('ALREADY_DECIDED');
  expect(await record(id)).toBeUndefined();
  await setState(id, 'finished');
  expect(await record(id)).toEqual({ asked: 5, answered: 4, days: 1 });
});

it('counts a place on the waitlist as the answer, once, and no request that ends with the project', async () => {
  const [id, other] = [await project({ max_members: 2 }), await project()];
  const [first, lined, third] = [await asked(id), await asked(id), await asked(id)];
  await asked(other);
  await decide(first.request, 'accepted');
  expect((await addToWaitlist(lined.request)).status).toBe(200);
  await decide(third.request, 'rejected');
  await passed(dayMs / 2);
  expect((await decide(lined.request, 'rejected')).status).toBe(200);
  for (const each of [id, other]) await setState(each, 'finished');
  const kept = server.database.db.selectFrom('request_answers').select('took_ms');
  const of = async (each: number) =>
    (await kept.where('project_id', '=', each).execute()).map(({ took_ms }) => took_ms);
  expect([await of(id), await of(other)]).toEqual([[0, 0, 0], []]);
});

it('starts again with a new creator', async () => {
  const id = await project();
  const bina = await asked(id);
  await decide(bina.request, 'accepted');
  await decided(id, 4);
  const waits = await asked(id);
  await passed(dayMs);
  await server.call(`PUT /api/projects/${id}/offer`, asha.token, { user_id: bina.id });
  await server.call(`PUT /api/projects/${id}/offer/status`, bina.token, { status: 'accepted' });
  expect(await record(id)).toBeUndefined();
  await decide(waits.request, 'rejected', bina);
  const kept = server.database.db.selectFrom('request_answers').select(['creator_id', 'took_ms']);
  // Their deadlines started with the transfer.
  expect(await kept.where('request_id', '=', waits.request).execute()).toEqual([{ creator_id: bina.id, took_ms: 0 }]);
  expect(await kept.where('request_id', '=', bina.request).execute()).toEqual([{ creator_id: asha.id, took_ms: 0 }]);
});

it('counts the last twenty requests', async () => {
  const id = await project();
  const { id: requester } = await server.signUp();
  const { db } = server.database;
  const answers = async (count: number, tookMs: number) => {
    const requests = await sql<{ id: number }>`
      INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, decided_at)
      SELECT ${id}, ${asha.id}, ${requester}, 'Hi', 'withdrawn', now() FROM generate_series(1, ${count}) RETURNING id`.execute(
      db,
    );
    clock.atMs += 1;
    const about = { project_id: id, creator_id: asha.id, took_ms: tookMs, ended_at: new Date(clock.atMs) };
    await db
      .insertInto('request_answers')
      .values(requests.rows.map((row) => ({ ...about, request_id: row.id })))
      .execute();
  };
  await answers(5, 2.5 * dayMs);
  expect(await record(id)).toEqual({ asked: 5, answered: 5, days: 3 });
  await answers(18, 0);
  expect(await record(id)).toEqual({ asked: 20, answered: 18, days: 1 });
});

it('is filled by the migration from earlier requests', async () => {
  const id = await project();
  const [one, two, lined, gone] = [await asked(id), await asked(id), await asked(id), await asked(id)];
  await asked(id);
  await decide(one.request, 'rejected');
  await withdraw(gone);
  await addToWaitlist(lined.request);
  await passed(dayMs);
  await decide(two.request, 'accepted');
  await passed(2 * dayMs);
  const { db } = server.database;
  const kept = db.selectFrom('request_answers').selectAll().where('project_id', '=', id).orderBy('request_id');
  const before = await kept.execute();
  expect(before.map(({ took_ms }) => took_ms)).toEqual([0, dayMs, 0, null]);
  await db.deleteFrom('request_answers').where('project_id', '=', id).execute();
  const file = new URL('../../../../migrations/0054-answers.sql', import.meta.url);
  const [, backfill = ''] = readFileSync(file, 'utf8').split(/^(?=WITH )/mu);
  await sql.raw(backfill.replace(';', 'ON CONFLICT DO NOTHING')).execute(db);
  // It is unknown how long it took to add requests to the waitlist.
  expect(await kept.execute()).toEqual(before.filter(({ request_id }) => request_id !== lined.request));
});
