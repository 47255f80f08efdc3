import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { passTime, passTimeBeforeJobs } from '@sangam/testing/jobs-done';
import { signUpRemembered } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
  [asha, bina, chitra] = [await signUp('Asha'), await signUp('Bina'), await signUp('Chitra')];
});
afterAll(() => server.close());

// Remembered sessions outlive the tests.
const signUp = (name: string): Promise<TestMember> => signUpRemembered(server, name);
const project = (fields: object = {}): Promise<number> => postProject(server, asha, fields);
/** The calls of both kinds of requests. */
const kinds = {
  request: {
    create: async (by: TestMember, project_id: number): Promise<{ id: number; answer_by: string }> =>
      (await server.call('POST /api/project-requests', by.token, { project_id })).body.data.request,
    decide: (id: number, isYes: boolean) =>
      server.call(`PUT /api/project-requests/${id}/status`, asha.token, { status: isYes ? 'accepted' : 'rejected' }),
    withdraw: (by: TestMember, id: number) => server.call(`DELETE /api/project-requests/${id}`, by.token),
    mine: async (by: TestMember) =>
      (await server.call('GET /api/project-requests/mine?limit=1', by.token)).body.data.requests,
    incoming: async () =>
      (await server.call('GET /api/project-requests/incoming?limit=1', asha.token)).body.data.requests,
    ended: 'withdrawn',
    decided: { no: 'request:rejected' },
  },
  interest: {
    create: async (by: TestMember, project_id: number): Promise<{ id: number; answer_by: string }> =>
      (await server.call(`POST /api/projects/${project_id}/connect`, by.token)).body.data.connection,
    decide: (id: number, isYes: boolean) =>
      server.call(`PUT /api/projects/connections/${id}`, asha.token, { status: isYes ? 'approved' : 'denied' }),
    withdraw: (by: TestMember, id: number) => server.call(`DELETE /api/projects/connections/${id}`, by.token),
    mine: async (by: TestMember) =>
      (await server.call('GET /api/projects/connections/mine?limit=1', by.token)).body.data.connections,
    incoming: async () =>
      (await server.call('GET /api/projects/connections/incoming?limit=1', asha.token)).body.data.connections,
    ended: 'denied',
    decided: { no: 'interest:denied' },
  },
} as const;
const notificationOf = async (
  member: TestMember,
  of: keyof typeof kinds,
  id: number,
): Promise<[string, boolean] | undefined> => {
  const items: NotificationItem[] = (await server.call('GET /api/inbox', member.token)).body.data.items;
  const item = items.find(({ subject_id, kind }) => subject_id === id && kind.startsWith(of));
  return item && [item.kind, item.read];
};
const passed = (ms: number) => passTime(server.database, clock, ms);

describe.each(['request', 'interest'] as const)('the deadline of a %s', (of) => {
  const { create, decide, withdraw, mine, incoming, ended, decided } = kinds[of];

  it('is 1 to 14 days as the creator chooses, 7 by default, and shown to both sides', async () => {
    const read = async (id: number) => (await server.call(`GET /api/projects/${id}`)).body.project.answer_days;
    const id = await project();
    expect(await read(id)).toBe(7);
    const first = await create(bina, id);
    expect(Date.parse(first.answer_by)).toBe(clock.atMs + 7 * dayMs);
    const other = await project({ answer_days: 14 });
    expect(await read(other)).toBe(14);
    const early = await create(bina, other);
    const edit = (answer_days: unknown, by = asha) =>
      server.call(`PATCH /api/projects/${other}`, by.token, { answer_days });
    expect((await edit(1)).body.data.project.answer_days).toBe(1);
    for (const wrong of [0, 15, 1.5, '3', null]) expect((await edit(wrong)).status).toBe(400);
    expect((await edit(3, bina)).status).toBe(403);
    // Earlier ones keep their deadlines.
    const page = (await server.call(`GET /api/projects/${other}`, bina.token)).body;
    const shown = of === 'request' ? page.my_join_request : page.my_connection;
    expect(shown).toMatchObject({ id: early.id, answer_by: early.answer_by });
    expect(await incoming()).toMatchObject([{ id: early.id, answer_by: early.answer_by }]);
    expect(Date.parse((await create(chitra, other)).answer_by)).toBe(clock.atMs + dayMs);
  });

  it('brings reminders at half time and a day before, then ends it and notifies both sides', async () => {
    const id = await project({ answer_days: 3 });
    const asked = await create(bina, id);
    const sockets = [await server.connect(asha), await server.connect(bina)];
    const received: unknown[] = [];
    const note = (end: { id: number; ended_by?: string }) => void (end.id === asked.id && received.push(end.ended_by));
    for (const socket of sockets) {
      if (of === 'request') socket.on('join-request:withdrawn', note);
      else socket.on('connection:decided', note);
    }
    const seen = () => server.call('PUT /api/inbox/read-all', asha.token);

    await passed(1.5 * dayMs - 1);
    await seen();
    expect(await notificationOf(asha, of, asked.id)).toEqual([`${of}:received`, true]);
    await passed(1);
    expect(await notificationOf(asha, of, asked.id)).toEqual([`${of}:reminder`, false]);
    await seen();
    await passed(0.5 * dayMs);
    expect(await notificationOf(asha, of, asked.id)).toEqual([`${of}:last_day`, false]);
    await seen();
    await passed(dayMs - 1);
    expect(await notificationOf(asha, of, asked.id)).toEqual([`${of}:last_day`, true]);
    expect(received).toEqual([]);

    await passed(1);
    await eventually(async () => expect(received).toEqual(['no_answer', 'no_answer']));
    expect(await notificationOf(asha, of, asked.id)).toEqual([`${of}:lapsed`, false]);
    expect(await notificationOf(bina, of, asked.id)).toEqual([`${of}:unanswered`, false]);
    expect(await mine(bina)).toMatchObject([{ id: asked.id, status: ended, ended_by: 'no_answer' }]);
    const late = await decide(asked.id, true);
    expect(late).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    // The creator's silence lets the member ask again at once.
    expect((await create(bina, id)).id).toBeGreaterThan(asked.id);
  });

  it("doesn't affect requests that were answered, withdrawn or ended with their project", async () => {
    const id = await project({ answer_days: 1 });
    const other = await project({ answer_days: 1 });
    const [accepted, withdrawn] = [await create(bina, id), await create(chitra, id)];
    const gone = await create(bina, other);
    await decide(accepted.id, true);
    await withdraw(chitra, withdrawn.id);
    await server.call(`DELETE /api/projects/${other}`, asha.token);
    await passed(1.1 * dayMs);
    const table = of === 'request' ? 'join_requests' : 'interests';
    const { rows } = await sql<{ ended_by: string | null }>`
      SELECT ended_by FROM ${sql.table(table)} WHERE id = ANY(${[accepted.id, withdrawn.id, gone.id]}::bigint[])
      ORDER BY id`.execute(server.database.db);
    const own = of === 'request' ? null : 'withdrawn';
    expect(rows.map(({ ended_by }) => ended_by)).toEqual([null, own, 'project_deleted']);
    expect(await notificationOf(asha, of, accepted.id)).toBeUndefined();
    expect(await notificationOf(asha, of, withdrawn.id)).toEqual([`${of}:withdrawn`, false]);
  });

  it('refuses every later action, whether or not the timer has run', async () => {
    const asked = await create(chitra, await project({ answer_days: 1 }));
    await passTimeBeforeJobs(server.database, clock, dayMs);
    const acts = [
      () => decide(asked.id, true),
      () => decide(asked.id, false),
      () => withdraw(chitra, asked.id),
      ...(of === 'request' ? [() => server.call(`PUT /api/project-requests/${asked.id}/line`, asha.token)] : []),
    ];
    for (const act of acts) expect(await act()).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    await passed(dayMs);
    expect(await notificationOf(chitra, of, asked.id)).toEqual([`${of}:unanswered`, false]);
    for (const act of acts) expect(await act()).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it('accepts an answer just before the deadline', async () => {
    const asked = await create(chitra, await project({ answer_days: 1 }));
    await passed(dayMs - 1);
    expect((await decide(asked.id, false)).status).toBe(200);
    await passed(1);
    expect(await notificationOf(chitra, of, asked.id)).toEqual([decided.no, false]);
  });
});

it('a member can send five new requests once creators have left five unanswered', async () => {
  await using limited = await startTestServer({ beside: server, env: { RATE_LIMIT: 'on' }, clock });
  const dev = await signUp('Dev');
  const connect = async () =>
    limited.call(`POST /api/projects/${await project({ answer_days: 1 })}/connect`, dev.token);
  for (let n = 0; n < 5; n += 1) expect((await connect()).status).toBe(201);
  expect(await connect()).toMatchObject({ status: 403, body: { code: 'ANSWER_AWAITED' } });
  await passed(dayMs);
  expect((await connect()).status).toBe(201);
});
