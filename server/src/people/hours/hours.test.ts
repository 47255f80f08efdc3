import { dayMs } from '@sangam/shared/core/limits';
import { emptyWeek, QUARTERS_OF_DAY, quartersBetween, withQuarters } from '@sangam/shared/people/hours/week';
import { stoppedClock } from '@sangam/testing/clocks';
import { postProject } from '@sangam/testing/post-project';
import { runsAll } from '@sangam/testing/runs';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A Wednesday. */
const clock = stoppedClock(Date.parse('2027-01-13T10:00:00.000Z'));
let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;

beforeAll(async () => {
  server = await startTestServer({ clock });
  [asha, bina, chitra] = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')];
  const id = await postProject(server, asha);
  const request = (await call(bina, 'POST /api/project-requests', { project_id: id })).body.data.request.id;
  await call(asha, `PUT /api/project-requests/${request}/status`, { status: 'accepted' });
});
afterAll(() => server.close());

const call = (member: TestMember, name: string, body?: object) => server.call(name, member.token, body);
const save = (member: TestMember, hours: string, zone = 'Asia/Kolkata') =>
  call(member, 'PUT /api/hours', { hours, zone });
/** A week that is free on these days between two hours, in addition to `before`. */
const free = (days: number[], from: number, until: number, before = emptyWeek) =>
  days.reduce(
    (week, day) =>
      withQuarters(
        week,
        quartersBetween(day * QUARTERS_OF_DAY + from * 4, day * QUARTERS_OF_DAY + until * 4 - 1),
        true,
      ),
    before,
  );
const sharedHours = async (reader: TestMember, other: TestMember) =>
  (await call(reader, `GET /api/people/${other.id}/hours`)).body.data;

it.each([
  ['asia/kolkata', 'Asia/Kolkata'],
  ['ASIA/CALCUTTA', 'Asia/Kolkata'],
  ['europe/kiev', 'Europe/Kyiv'],
  ['us/eastern', 'America/New_York'],
  ['utc', 'UTC'],
])('stores the time zone %s as %s', async (given, stored) => {
  const member = await server.signUp();
  const { body } = await save(member, emptyWeek, given);
  expect(body.data.hours.zone).toBe(stored);
  expect((await call(member, 'GET /api/hours')).body.data.hours.zone).toBe(stored);
  const chosen = await call(member, 'PATCH /api/notification-choices', { time_zone: given });
  expect(chosen.body.data.time_zone).toBe(stored);
});

it('stores the hours of each member, and refuses invalid weeks and zones', async () => {
  expect((await call(chitra, 'GET /api/hours')).body.data).toEqual({ hours: null, version: 0 });
  const hours = free([0], 18, 20);
  expect((await save(chitra, hours, 'Asia/Kathmandu')).status).toBe(200);
  expect((await call(chitra, 'GET /api/hours')).body.data).toEqual({
    hours: { hours, zone: 'Asia/Kathmandu' },
    version: 1,
  });
  const saveInvalid = (body: object) => call(chitra, 'PUT /api/hours', body);
  for (const [body, field] of [
    [{ hours: '01', zone: 'Asia/Kolkata' }, 'hours'],
    [{ hours: emptyWeek.replace('0', '2'), zone: 'Asia/Kolkata' }, 'hours'],
    [{ hours: emptyWeek, zone: 'Mars/Olympus' }, 'zone'],
    [{ hours: emptyWeek }, 'zone'],
  ] as const)
    expect(await saveInvalid(body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});

it('shows teammates all currently shared times, as instants', async () => {
  expect(await sharedHours(bina, asha)).toEqual({ state: 'yours_missing', about_hours: 0, longest: [] });
  await save(bina, free([0, 1, 2, 3, 4], 18, 20));
  expect(await sharedHours(bina, asha)).toMatchObject({ state: 'theirs_missing' });
  // 18:30 to 21:30 in Kathmandu is a quarter of an hour earlier in Kolkata.
  await save(asha, free([0, 3], 18.5, 21.5), 'Asia/Kathmandu');
  const times = ['2027-01-11T12:45:00.000Z', '2027-01-14T12:45:00.000Z'].map((from) => ({
    from,
    until: from.replace('12:45', '14:30'),
  }));
  expect(await sharedHours(bina, asha)).toEqual({
    state: 'shared',
    about_hours: 4,
    longest: times,
    all: times,
    zone: 'Asia/Kathmandu',
    next: times[1],
  });
  // On Friday, the next time is in the next week.
  clock.atMs += 2 * dayMs;
  expect((await sharedHours(bina, asha)).next.from).toBe('2027-01-18T12:45:00.000Z');
  clock.atMs -= 2 * dayMs;
  await save(bina, emptyWeek);
  expect(await sharedHours(bina, asha)).toMatchObject({ state: 'yours_missing' });
  await save(bina, free([0, 1, 2, 3, 4], 18, 20));
});

it('answers for a member who cannot be seen as for one who does not exist', async () => {
  await call(bina, `PUT /api/blocks/${asha.id}`, {});
  const hidden = await call(bina, `GET /api/people/${asha.id}/hours`);
  const missing = await call(chitra, 'GET /api/people/999999/hours');
  await call(bina, `DELETE /api/blocks/${asha.id}`);
  expect([hidden.status, hidden.body]).toEqual([200, missing.body]);
  expect(hidden.body.data).toEqual({ state: 'theirs_missing', about_hours: 0, longest: [] });
});

it("shows others a rounded number and three times, from the viewer's own hours as of yesterday", async () => {
  const dev = await server.signUp('Dev');
  await save(dev, free([0, 1, 2, 3, 4], 18, 20));
  // A creator's page is public, their hours are not.
  expect(await sharedHours(dev, asha)).toMatchObject({ state: 'theirs_missing' });
  const listed = await call(asha, 'PATCH /api/users/profile', { listed: true, college: 'IIT', skills: ['Go'] });
  expect(listed.status).toBe(200);
  expect(await sharedHours(dev, asha)).toEqual({ state: 'from_tomorrow', about_hours: 0, longest: [] });
  clock.atMs += dayMs;
  const before = await sharedHours(dev, asha);
  expect(before).toMatchObject({ state: 'shared', about_hours: 4, longest: [{}, {}] });
  expect(before).not.toHaveProperty('all');
  expect(before).not.toHaveProperty('zone');
  // `next` is one of the three, and absent once they are over, so the week's other times stay unknown.
  expect(before.longest).toContainEqual(before.next);
  clock.atMs += 3 * dayMs;
  expect(await sharedHours(dev, asha)).not.toHaveProperty('next');
  clock.atMs -= 3 * dayMs;
  // The zone is shown only if the member chose so.
  await call(asha, 'PATCH /api/users/profile', { shows_time_zone: true });
  expect(await sharedHours(dev, asha)).toEqual({ ...before, zone: 'Asia/Kolkata' });
  await call(asha, 'PATCH /api/users/profile', { shows_time_zone: false });
  // However many changes in a day, they reveal nothing.
  const changes = runsAll ? 200 : 20;
  for (let quarter = 0; quarter < changes; quarter += 1) await save(dev, withQuarters(emptyWeek, [quarter], true));
  expect(await sharedHours(dev, asha)).toEqual(before);
  await save(dev, withQuarters(emptyWeek, [70], true), 'America/Los_Angeles');
  expect(await sharedHours(dev, asha)).toEqual(before);
  clock.atMs += dayMs;
  expect(await sharedHours(dev, asha)).not.toEqual(before);
});

it("keeps using the hours from before a day's first change for the rest of that day", async () => {
  const before = () =>
    server.database.db.selectFrom('member_hours').selectAll().where('user_id', '=', asha.id).executeTakeFirstOrThrow();
  const first = (await before()).hours;
  clock.atMs += dayMs;
  await save(asha, free([1], 9, 10));
  await save(asha, free([2], 9, 10), 'Asia/Kolkata');
  expect(await before()).toMatchObject({ hours: free([2], 9, 10), hours_before: first, zone_before: 'Asia/Kathmandu' });
});

it('exports the hours with the member’s data', async () => {
  const { body } = await call(asha, 'POST /api/account/export', { current_password: asha.password });
  expect(JSON.stringify(body)).toContain(free([2], 9, 10));
});
