import type { Activity } from '@sangam/shared/app/dashboard';
import { hourMs, minuteMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY_MINUTES = 1_440;
/** The server's clock, which stays in the middle of a minute until a test moves it. */
const clock = stoppedClock(Math.floor(Date.now() / minuteMs) * minuteMs + minuteMs / 2);
let server: TestServer;
let asha: TestMember;
let bina: TestMember;

beforeAll(async () => {
  // The start records one minute; later, tests write their own records.
  const timings = { uptime: { checkMs: hourMs } };
  server = await startTestServer({ clock: { ...clock, monotonicMs: clock.nowMs }, timings });
  asha = await server.signUp('Asha');
  bina = await server.signUp('Bina');
});
afterAll(() => server.close());

const publicStats = async () => (await server.call('GET /api/dashboard/public-stats')).body.data;
const stats = async (member: TestMember) => (await server.call('GET /api/dashboard/stats', member.token)).body.data;
const activity = async (member: TestMember): Promise<Activity[]> =>
  (await server.call('GET /api/dashboard/recent-activity', member.token)).body.data;
const project = (by: TestMember, title: string): Promise<number> => postProject(server, by, { title, max_members: 2 });
const requested = async (by: TestMember, project_id: number): Promise<number> =>
  (await server.call('POST /api/project-requests', by.token, { project_id })).body.data.request.id;
const decide = (id: number, status: string, by = asha) =>
  server.call(`PUT /api/project-requests/${id}/status`, by.token, { status });
const later = () => (clock.atMs += minuteMs);

describe('recent activity', () => {
  it('shows a message request only in its sender’s list', async () => {
    await using strict = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
    const [reader, sender] = [await strict.signUp('Reader'), await strict.signUp('Sender')];
    const lines = async ({ token }: TestMember) =>
      (await strict.call('GET /api/dashboard/recent-activity', token)).body.data.map(
        ({ message }: Activity) => message,
      );
    await strict.call('POST /api/messages', sender.token, { receiver_id: reader.id, content: 'Buy this' });
    await eventually(async () => expect(await lines(sender)).toEqual(['You started a conversation with Reader']));
    expect(await lines(reader)).toEqual([]);
  });

  it('keeps names and titles written from right to left from reordering its sentences', async () => {
    const [creator, applicant] = [await server.signUp('Asha'), await server.signUp('دانا')];
    await requested(applicant, await project(creator, 'خريطة (2)'));
    const [asked] = await activity(creator);
    expect(asked?.message).toBe('\u2068دانا\u2069 asked to join “\u2068خريطة (2)\u2069”');
  });

  it('lists each side’s own activity, newest first', async () => {
    const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
    const id = await project(asha, 'Rover');
    await server
      .call(`POST /api/projects/${id}/connect`, bina.token)
      .then(({ body }) =>
        server.call(`PUT /api/projects/connections/${body.data.connection.id}`, asha.token, { status: 'approved' }),
      );
    const first = await requested(bina, id);
    await server.call(`DELETE /api/project-requests/${first}`, bina.token);
    await decide(await requested(bina, id), 'accepted', asha);
    await server.call(`DELETE /api/projects/${id}/members/me`, bina.token);
    const another = await project(asha, 'Kite');
    await decide(await requested(bina, another), 'rejected', asha);
    await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'Hello' });
    await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'Hello!' });

    const lines = async (member: TestMember) =>
      (await activity(member)).map(({ type, icon, message }) => `${type} ${icon}: ${message}`);
    await eventually(async () =>
      expect(await lines(asha)).toEqual([
        'message MessageCircle: You started a conversation with Bina',
        'collaboration Users: Bina asked to join “Kite”',
        'project Plus: You created “Kite”',
        'collaboration Users: Bina left “Rover”',
        'project Rocket: The team for “Rover” is complete',
        'collaboration Users: Bina joined “Rover”',
        'collaboration Users: Bina asked to join “Rover”',
        'collaboration Users: Bina asked to join “Rover”',
        'collaboration Users: Bina is interested in “Rover”',
        'project Plus: You created “Rover”',
      ]),
    );
    expect(await lines(bina)).toEqual([
      'message MessageCircle: Asha started a conversation with you',
      'other Target: Your request to join “Kite” was rejected',
      'collaboration Target: You asked to join “Kite”',
      'collaboration Target: You left “Rover”',
      'collaboration Award: You joined “Rover”',
      'collaboration Target: You asked to join “Rover”',
      'collaboration Target: You withdrew your request to join “Rover”',
      'collaboration Target: You asked to join “Rover”',
      'collaboration Award: Your interest in “Rover” was approved',
      'collaboration Target: You showed interest in “Rover”',
    ]);
  });

  it('links each line to its project or conversation', async () => {
    const dev = await server.signUp('Dev');
    const id = await project(dev, 'Linked');
    const request = await requested(bina, id);
    await decide(request, 'accepted', dev);
    await server.call(`POST /api/projects/${await project(dev, 'Liked')}/connect`, bina.token);
    await server.call('POST /api/messages', dev.token, { receiver_id: bina.id, content: 'Hi' });
    await eventually(async () =>
      expect((await activity(dev))[0]).toMatchObject({ project_id: null, user_id: bina.id }),
    );
    const lines = (await activity(dev)).filter(({ message }) => message.includes('“Linked”'));
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(new Set(lines.map(({ project_id, user_id }) => `${project_id} ${user_id}`))).toEqual(
      new Set([`${id} null`]),
    );
    expect((await activity(bina))[0]).toMatchObject({ project_id: null, user_id: dev.id });
    expect((await activity(bina)).filter(({ project_id }) => project_id === id)).toHaveLength(2);
  });

  it('pages without gaps', async () => {
    const dev = await server.signUp('Dev');
    for (let n = 0; n < 5; n += 1) await project(dev, `Rover ${n}`);
    const page = async (query: string): Promise<{ data: Activity[]; has_more: boolean }> =>
      (await server.call(`GET /api/dashboard/recent-activity?${query}`, dev.token)).body;
    const first = await page('limit=3');
    const rest = await page(`before=${first.data.at(-1)?.id}`);
    expect([first.has_more, rest.has_more]).toEqual([true, false]);
    expect([...first.data, ...rest.data].map(({ message }) => message)).toEqual(
      [4, 3, 2, 1, 0].map((n) => `You created “Rover ${n}”`),
    );
    // Another member's line isn't a valid cursor.
    const other = await server.signUp('Other');
    await project(other, 'Elsewhere');
    const foreign = (await activity(other))[0]?.id;
    expect((await page(`before=${foreign}`)).data).toEqual([]);
  });

  it('lists at most 20 lines, and none for refused calls', async () => {
    const dev = await server.signUp('Dev');
    const id = await project(dev, 'Quiet');
    await server.call('POST /api/project-requests', dev.token, { project_id: id });
    expect(await activity(dev)).toHaveLength(1);
    for (let n = 0; n < 22; n += 1) await project(dev, `Project ${n}`);
    const shown = await activity(dev);
    expect(shown).toHaveLength(20);
    expect(shown[0]?.message).toBe('You created “Project 21”');
  });
});

describe('a member’s stats', () => {
  it('count their own projects, shared teams, messages both ways and the week’s activity', async () => {
    const [esha, fen] = [await server.signUp('Esha'), await server.signUp('Fen')];
    expect(await stats(esha)).toEqual({
      totalProjects: 0,
      projectsMonthAgo: 0,
      activeCollaborations: 0,
      newCollaborations: 0,
      totalMessages: 0,
      recentActivity: 0,
      achievements: ['early_adopter'],
    });
    await project(esha, 'Alone');
    const id = await project(asha, 'Shared');
    await decide(await requested(esha, id), 'accepted');
    const send = (from: TestMember, to: TestMember) =>
      server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
    await send(esha, fen);
    await send(fen, esha);
    await send(asha, esha);
    await eventually(async () =>
      expect(await stats(esha)).toEqual({
        totalProjects: 1,
        projectsMonthAgo: 0,
        activeCollaborations: 1,
        newCollaborations: 1,
        totalMessages: 3,
        recentActivity: 5,
        achievements: ['early_adopter', 'project_posted', 'team_joined'],
      }),
    );
    await sql`UPDATE activities SET created_at = to_timestamp(${clock.atMs} / 1000.0) - interval '8 days'
      WHERE user_id = ${esha.id} AND icon = 'Plus'`.execute(server.database.db);
    expect((await stats(esha)).recentActivity).toBe(4);
  });

  it('count new projects of the last month and new teams of the last week', async () => {
    const gita = await server.signUp('Gita');
    const [old, young, mine] = [
      await project(gita, 'Old'),
      await project(gita, 'Young'),
      await project(asha, 'Theirs'),
    ];
    for (const id of [old, young]) await decide(await requested(bina, id), 'accepted', gita);
    await decide(await requested(gita, mine), 'accepted');
    const ago = (days: number) => sql`to_timestamp(${clock.atMs} / 1000.0) - ${`${days} days`}::interval`;
    await sql`UPDATE projects SET created_at = ${ago(31)} WHERE id = ${old}`.execute(server.database.db);
    expect(await stats(gita)).toMatchObject({ totalProjects: 2, projectsMonthAgo: 1, newCollaborations: 3 });
    // The early members: two in "Old", only the creator in "Young", only the other member in "Theirs".
    const joined = (project: number, user: TestMember) =>
      sql`UPDATE project_members SET joined_at = ${ago(8)} WHERE project_id = ${project} AND user_id = ${user.id}`.execute(
        server.database.db,
      );
    await Promise.all([joined(old, gita), joined(old, bina), joined(young, gita), joined(mine, asha)]);
    expect(await stats(gita)).toMatchObject({ activeCollaborations: 3, newCollaborations: 2 });
  });
});

describe('public stats', () => {
  const count = async () => {
    later();
    return publicStats();
  };

  it('count members, members seen in the last 30 days, and projects', async () => {
    const before = await count();
    const gita = await server.signUp('Gita');
    await project(gita, 'Counted');
    const lastActive = new Date(clock.atMs).toISOString();
    await server.call('POST /api/users/update-status', gita.token, { isActive: true, lastActive });
    expect(await count()).toMatchObject({
      totalUsers: before.totalUsers + 1,
      totalProjects: before.totalProjects + 1,
      activeUsers: before.activeUsers + 1,
    });
    await sql`UPDATE users SET active_on = (to_timestamp(${clock.atMs} / 1000.0) AT TIME ZONE 'UTC')::date - 31
      WHERE id = ${gita.id}`.execute(server.database.db);
    expect((await count()).activeUsers).toBe(before.activeUsers);
  });

  it('leave out deleted accounts', async () => {
    const before = await count();
    const hema = await server.signUp('Hema');
    const lastActive = new Date(clock.atMs).toISOString();
    await server.call('POST /api/users/update-status', hema.token, { isActive: true, lastActive });
    await server.call('DELETE /api/account', hema.token, { current_password: hema.password });
    const { totalUsers, activeUsers } = before;
    expect(await count()).toMatchObject({ totalUsers, activeUsers });
  });

  it('are counted once in 5 s for all callers', async () => {
    const before = await count();
    await server.signUp('Hari');
    clock.atMs += 4_900;
    expect(await publicStats()).toEqual(before);
    clock.atMs += 200;
    // On a slow machine, the first answers have the old counts.
    await eventually(async () => expect((await publicStats()).totalUsers).toBe(before.totalUsers + 1));
  });

  it('show 99.5 until a day of minutes is recorded, then the recorded percentage', async () => {
    await sql`DELETE FROM uptime_minutes`.execute(server.database.db);
    expect(await count()).toMatchObject({ uptime: 99.5, uptime_measured: false });
    const record = (fromMinutesAgo: number, toMinutesAgo: number) =>
      sql`INSERT INTO uptime_minutes SELECT generate_series(
        date_trunc('minute', to_timestamp(${clock.atMs} / 1000.0)) - ${fromMinutesAgo} * interval '1 minute',
        date_trunc('minute', to_timestamp(${clock.atMs} / 1000.0)) - ${toMinutesAgo} * interval '1 minute',
        '1 minute') ON CONFLICT DO NOTHING`.execute(server.database.db);
    await record(DAY_MINUTES - 1, 1);
    expect((await publicStats()).uptime).toBe(99.5);
    // One minute later a whole day is recorded.
    expect((await count()).uptime).toBe(99.5);
    await record(DAY_MINUTES, 1);
    clock.atMs += 6_000;
    await eventually(async () => expect(await publicStats()).toMatchObject({ uptime: 100, uptime_measured: true }));
    // Two days, one of them down.
    await record(2 * DAY_MINUTES, 2 * DAY_MINUTES);
    clock.atMs += 6_000;
    const share = ((DAY_MINUTES + 1) / (2 * DAY_MINUTES)) * 100;
    await eventually(async () => expect((await publicStats()).uptime).toBeCloseTo(share, 1));
  });

  it('record the minutes of a running server', async () => {
    await using other = await startTestServer();
    const { rows } = await sql<{ age: number }>`
      SELECT extract(epoch FROM now() - minute)::int AS age FROM uptime_minutes`.execute(other.database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.age).toBeLessThan(120);
  });
});
