import { dayMs, hourMs } from '@sangam/shared/core/limits';
import { emptyWeek, QUARTERS_OF_DAY, quartersBetween, withQuarters } from '@sangam/shared/people/hours/week';
import { stoppedClock } from '@sangam/testing/clocks';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

/** A Wednesday, 15:37 in Kolkata. */
const START = Date.parse('2027-01-13T10:07:00.000Z');
const clock = stoppedClock(START);
let server: TestServer;
let pool: AddedMember[];
let project: number;
let asha: AddedMember;
let bina: AddedMember;
let chitra: AddedMember;

beforeAll(async () => {
  server = await startTestServer({ clock });
  pool = await addMembers(server.database, 40, server.jwtSecret, 1_000);
});
afterAll(() => server.close());
beforeEach(async () => {
  clock.atMs = START;
  [asha, bina, chitra] = takeFrom(pool, 3);
  project = await postProject(server, asha);
  await seat(bina);
  await seat(chitra);
});

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const seat = (member: AddedMember) =>
  query('INSERT INTO project_members (project_id, user_id) VALUES ($1, $2)', [project, member.id]);
const free = (days: number[], from: number, until: number) =>
  days.reduce((week, day) => {
    const start = day * QUARTERS_OF_DAY;
    return withQuarters(week, quartersBetween(start + from * 4, start + until * 4 - 1), true);
  }, emptyWeek);
const save = (by: AddedMember, hours: string, zone = 'Asia/Kolkata') =>
  server.call('PUT /api/hours', by.token, { hours, zone });
const read = (by: AddedMember | null, id = project) => server.call(`GET /api/projects/${id}/hours`, by?.token ?? null);
const hours = async (by: AddedMember) => (await read(by)).body.data;
const has = ({ members }: { members: { id: number; has_hours: boolean }[] }) =>
  members.map(({ id, has_hours }) => [id, has_hours]);
/** The time at an hour of a day in Kolkata, in days from the Monday of that week. */
const at = (day: number, hour: number) =>
  new Date(Date.parse('2027-01-10T18:30:00.000Z') + (day * 24 + hour) * hourMs).toISOString();

it('shows the team the times in the next 7 days when two or more are free, and the best times with their members', async () => {
  expect(await hours(asha)).toEqual({
    times: [],
    best: [],
    members: [asha, bina, chitra].map(({ id }) => ({ id, name: expect.any(String), has_hours: false })),
  });
  await save(asha, free([2, 5], 18, 21));
  await save(bina, free([2, 5], 19, 20));
  const answer = await hours(chitra);
  expect(has(answer)).toEqual([
    [asha.id, true],
    [bina.id, true],
    [chitra.id, false],
  ]);
  expect(answer.times).toEqual([
    { from: at(2, 19), until: at(2, 20), free: 2 },
    { from: at(5, 19), until: at(5, 20), free: 2 },
  ]);
  await save(chitra, free([5], 9, 23));
  expect((await hours(bina)).best).toEqual([
    { from: at(5, 19), until: at(5, 20), members: [asha.id, bina.id, chitra.id] },
    { from: at(2, 19), until: at(2, 20), members: [asha.id, bina.id] },
  ]);
  expect((await hours(bina)).times.filter(({ free: count }: { free: number }) => count === 3)).toHaveLength(1);
});

it('offers no time that has begun, and keeps the others unchanged', async () => {
  await save(asha, free([2], 15, 18));
  await save(bina, free([2], 15, 18));
  // It is 15:37 on that day, so the next whole time is in a week.
  const next = [{ from: at(9, 15), until: at(9, 18), members: [asha.id, bina.id] }];
  expect((await hours(asha)).best).toEqual(next);
  expect((await hours(asha)).times).toEqual([
    { from: at(2, 15.5), until: at(2, 18), free: 2 },
    { from: at(9, 15), until: at(9, 15.5), free: 2 },
  ]);
  for (const laterMs of [hourMs, 3 * dayMs, 3 * dayMs]) {
    clock.atMs += laterMs;
    expect((await hours(asha)).best).toEqual(next);
  }
});

it("is for members of the team only; for everybody else the project doesn't exist", async () => {
  const [stranger] = takeFrom(pool, 1);
  await save(asha, free([2], 18, 20));
  const plain = async (id: number) => {
    const { status, body } = await read(stranger, id);
    return { status, body: { ...body, request_id: '' } };
  };
  const missing = await plain(9_999_999);
  expect(missing).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } });
  await server.call(`POST /api/projects/${project}/connect`, stranger.token);
  expect(await plain(project)).toEqual(missing);
  expect((await read(null)).status).toBe(401);
  await query('DELETE FROM project_members WHERE project_id = $1 AND user_id = $2', [project, chitra.id]);
  expect((await read(chitra)).status).toBe(404);
  await query(`UPDATE projects SET state = 'deleted' WHERE id = $1`, [project]);
  expect((await read(asha)).status).toBe(404);
});

it('leaves out members who have blocked the reader or were blocked by them, and suspended or deleted members', async () => {
  const week = free([5], 18, 20);
  for (const member of [asha, bina, chitra]) await save(member, week);
  await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
  expect(has(await hours(asha))).toEqual([
    [asha.id, true],
    [chitra.id, true],
  ]);
  expect((await hours(asha)).times[0].free).toBe(2);
  expect((await hours(bina)).best[0].members).toEqual([bina.id, chitra.id]);
  expect((await hours(chitra)).best[0].members).toHaveLength(3);
  await query('UPDATE users SET suspended_at = now() WHERE id = $1', [chitra.id]);
  expect(await hours(asha)).toMatchObject({ members: [{ id: asha.id }], times: [], best: [] });
});
