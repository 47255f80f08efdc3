import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { JoinRequestEnd } from '@sangam/shared/requests/join-requests';
import { eventually } from '@sangam/testing/eventually';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/lib/clock.js';

/** Time moves only when a test moves it. */
let nowMs = systemClock.nowMs();
let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;

beforeAll(async () => {
  const clock = { ...systemClock, nowMs: () => nowMs };
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 20 } } });
  asha = await server.signUp('Asha');
  bina = await server.signUp('Bina');
  chitra = await server.signUp('Chitra');
});
afterAll(() => server.close());

const project = async (fields: object = {}): Promise<number> => {
  const body = { title: 'Rover', description: 'On Mars', category: 'other', ...fields };
  return (await server.call('POST /api/projects', asha.token, body)).body.data.project.id;
};
const ask = async (by: TestMember, project_id: number): Promise<{ id: number; answer_by: string }> =>
  (await server.call('POST /api/project-requests', by.token, { project_id })).body.data.request;
const told = async (who: TestMember, requestId: number): Promise<[string, boolean] | undefined> => {
  const items: NotificationItem[] = (await server.call('GET /api/inbox', who.token)).body.data.items;
  const item = items.find(({ subject_id }) => subject_id === requestId);
  return item && [item.kind, item.read];
};
/** The number of jobs that are due by this time: 0 once the worker has run them. */
const due = async () => {
  const jobs = server.database.db.selectFrom('jobs').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await jobs.where('due_at', '<=', new Date(nowMs)).executeTakeFirstOrThrow()).count;
};
const passed = async (ms: number) => {
  nowMs += ms;
  await eventually(async () => expect(await due()).toBe(0));
};

it('is 1 to 14 days as the creator chooses, 7 by default, and shown to applicants', async () => {
  const read = async (id: number) => (await server.call(`GET /api/projects/${id}`)).body.project.answer_days;
  const id = await project();
  expect(await read(id)).toBe(7);
  expect(Date.parse((await ask(bina, id)).answer_by)).toBe(nowMs + 7 * dayMs);
  const other = await project({ answer_days: 14 });
  expect(await read(other)).toBe(14);
  const early = await ask(bina, other);
  const edit = (answer_days: unknown, by = asha) =>
    server.call(`PATCH /api/projects/${other}`, by.token, { answer_days });
  expect((await edit(1)).body.data.project.answer_days).toBe(1);
  for (const wrong of [0, 15, 1.5, '3', null]) expect((await edit(wrong)).status).toBe(400);
  expect((await edit(3, bina)).status).toBe(403);
  // Earlier requests keep their deadlines.
  const page = (await server.call(`GET /api/projects/${other}`, bina.token)).body;
  expect(page.my_join_request).toMatchObject({ id: early.id, answer_by: early.answer_by });
  const incoming = (await server.call('GET /api/project-requests/incoming?limit=1', asha.token)).body.data;
  expect(incoming.requests).toMatchObject([{ id: early.id, answer_by: early.answer_by }]);
  expect(Date.parse((await ask(chitra, other)).answer_by)).toBe(nowMs + dayMs);
});

it('reminds at half time and a day before, then ends the request and notifies both sides', async () => {
  const id = await project({ answer_days: 3 });
  const request = await ask(bina, id);
  const sockets = [await server.connect(asha), await server.connect(bina)];
  const heard: JoinRequestEnd[] = [];
  for (const socket of sockets)
    socket.on('join-request:withdrawn', (end) => void (end.id === request.id && heard.push(end)));
  const seen = () => server.call('PUT /api/inbox/seen', asha.token, { place: 'dashboard' });

  await passed(1.5 * dayMs - 1);
  await seen();
  expect(await told(asha, request.id)).toEqual(['request:received', true]);
  await passed(1);
  expect(await told(asha, request.id)).toEqual(['request:reminder', false]);
  await seen();
  await passed(0.5 * dayMs);
  expect(await told(asha, request.id)).toEqual(['request:last_day', false]);
  await seen();
  await passed(dayMs - 1);
  expect(await told(asha, request.id)).toEqual(['request:last_day', true]);
  expect(heard).toEqual([]);

  await passed(1);
  const end = { id: request.id, project_id: id, project_title: 'Rover', ended_by: 'no_answer' };
  await eventually(async () => expect(heard).toEqual([end, end]));
  expect(await told(asha, request.id)).toEqual(['request:lapsed', false]);
  expect(await told(bina, request.id)).toEqual(['request:unanswered', false]);
  const mine = (await server.call('GET /api/project-requests/mine?limit=1', bina.token)).body.data.requests;
  expect(mine).toMatchObject([{ id: request.id, status: 'withdrawn', ended_by: 'no_answer' }]);
  const accept = { status: 'accepted' };
  const late = await server.call(`PUT /api/project-requests/${request.id}/status`, asha.token, accept);
  expect(late).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  expect((await ask(bina, id)).id).toBeGreaterThan(request.id);
});

it('ignores requests that were answered, withdrawn or ended with their project', async () => {
  const id = await project({ answer_days: 1 });
  const other = await project({ answer_days: 1 });
  const [accepted, withdrawn] = [await ask(bina, id), await ask(chitra, id)];
  const ended = await ask(bina, other);
  await server.call(`PUT /api/project-requests/${accepted.id}/status`, asha.token, { status: 'accepted' });
  await server.call(`DELETE /api/project-requests/${withdrawn.id}`, chitra.token);
  await server.call(`DELETE /api/projects/${other}`, asha.token);
  await passed(1.1 * dayMs);
  const requests = await server.database.db
    .selectFrom('join_requests')
    .select(['id', 'status', 'ended_by'])
    .where('id', 'in', [accepted.id, withdrawn.id, ended.id])
    .orderBy('id')
    .execute();
  expect(requests.map(({ status, ended_by }) => [status, ended_by])).toEqual([
    ['accepted', null],
    ['withdrawn', null],
    ['withdrawn', 'project_deleted'],
  ]);
  expect(await told(asha, accepted.id)).toEqual(['request:received', true]);
  expect(await told(asha, withdrawn.id)).toEqual(['request:withdrawn', false]);
});

it('still accepts an answer after the deadline until the timer runs', async () => {
  const request = await ask(chitra, await project({ answer_days: 1 }));
  await server.database.db
    .updateTable('jobs')
    .set({ due_at: new Date(nowMs + 2 * dayMs) })
    .execute();
  await passed(1.1 * dayMs);
  const answer = await server.call(`PUT /api/project-requests/${request.id}/status`, asha.token, {
    status: 'rejected',
  });
  expect(answer.status).toBe(200);
  await passed(0.9 * dayMs);
  expect(await told(chitra, request.id)).toEqual(['request:rejected', false]);
});
