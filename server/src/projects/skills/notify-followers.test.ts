import { dayMs } from '@sangam/shared/core/limits';
import { noticeLimits } from '@sangam/shared/notices/limits';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { titleOf } from './notify-followers.js';

let server: TestServer;
let creator: TestMember;
const clock = shiftedClock();

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
  creator = await server.signUp('Chitra');
});
afterAll(() => server.close());

const follow = (member: TestMember, followed_skills: string[]) =>
  server.call('PATCH /api/notification-choices', member.token, { followed_skills });
const post = (title: string, required_skills: string[], by = creator): Promise<number> =>
  postProject(server, by, { title, description: 'D', required_skills });
/** The member's notifications of new projects, newest first. */
const notificationsOf = async (member: TestMember): Promise<{ title: string; link: string; read: boolean }[]> => {
  const { items } = (await server.call('GET /api/inbox', member.token)).body.data;
  return items.filter(({ kind }: { kind: string }) => kind === 'projects:new');
};
const dueAt = async (): Promise<number | null> => {
  const { rows } = await server.database.pool.query("SELECT due_at, leased_until FROM jobs WHERE kind = 'skills:tell'");
  expect(rows.every(({ leased_until }) => leased_until === null)).toBe(true);
  return rows[0]?.due_at.getTime() ?? null;
};
/** Moves the clock and waits until due jobs have run. */
const pass = async (ms: number) => {
  await eventually(dueAt);
  clock.aheadMs += ms;
  await eventually(async () => expect((await dueAt()) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(clock.nowMs()));
};
const gathered = projectServerLimits.newProjectsGatheredMs;

describe('a follower of skills', () => {
  it('gets one notification for all new projects that need one of the skills, and the next a day later at the earliest', async () => {
    const member = await server.signUp();
    await post('From before', ['elm-a']);
    const { body } = await follow(member, ['ELM-A', 'postgres', 'elm-a']);
    expect(body.data.followed_skills).toEqual(['elm-a', 'postgres']);
    await post('One', ['Elm-A']);
    await post('Two', ['PostgreSQL', 'Go']);
    await post('Another', ['Rust']);
    await post('Own', ['Elm-A'], member);
    const [closed, deleted] = [await post('Closed', ['Elm-A']), await post('Deleted', ['Elm-A'])];
    await server.call(`PUT /api/projects/${closed}/state`, creator.token, { state: 'closed' });
    await server.call(`DELETE /api/projects/${deleted}`, creator.token);
    expect(await notificationsOf(member)).toEqual([]);
    await pass(gathered);
    expect(await notificationsOf(member)).toMatchObject([
      { title: '2 new projects that need elm-a or postgres', link: '/projects?skill=elm-a%2Cpostgres', read: false },
    ]);
    const listed = await server.call('GET /api/projects?skill=elm-a%2Cpostgres', member.token);
    expect(listed.body.data.projects.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['One', 'Two']),
    );

    // Within a day of the first notification, the next one waits.
    await post('Three', ['elm-a']);
    await pass(gathered);
    expect(await notificationsOf(member)).toHaveLength(1);
    await pass(dayMs - gathered);
    await eventually(async () => expect(await notificationsOf(member)).toHaveLength(2));
    expect((await notificationsOf(member))[0]?.title).toBe('1 new project that needs elm-a');
    // Without new projects, there is no notification.
    await pass(2 * dayMs);
    expect(await notificationsOf(member)).toHaveLength(2);
  });

  it('gets no notifications for a skill that they no longer follow', async () => {
    const member = await server.signUp();
    await follow(member, ['elm-b', 'elm-c']);
    await follow(member, ['elm-c']);
    await post('One', ['elm-b']);
    await pass(gathered);
    expect(await notificationsOf(member)).toEqual([]);
    await follow(member, []);
    await post('Two', ['elm-c']);
    await pass(gathered);
    expect(await notificationsOf(member)).toEqual([]);
  });

  it('is notified once, however many members follow the same skill', async () => {
    const member = await server.signUp();
    await follow(member, ['elm-d']);
    const { pool } = server.database;
    await pool.query(
      `WITH others AS (INSERT INTO users (name, email, password_hash)
         SELECT 'Follower', 'follower' || n || '@example.org', '' FROM generate_series(1, 450) AS n RETURNING id),
       followers AS (INSERT INTO skill_followers (user_id) SELECT id FROM others)
       INSERT INTO followed_skills (user_id, key, skill, after_project_id) SELECT id, 'elm-d', 'elm-d', 0 FROM others`,
    );
    await post('One', ['elm-d']);
    await pass(gathered);
    const { rows } = await pool.query(
      `SELECT count(*) AS count FROM notifications WHERE kind = 'projects:new' AND title LIKE '%elm-d'`,
    );
    expect(rows[0]?.count).toBe(451);
  });

  it('cannot follow more skills than the limit', async () => {
    const member = await server.signUp();
    const many = Array.from({ length: noticeLimits.followedSkillsMax + 1 }, (_, n) => `skill ${n}`);
    expect(await follow(member, many)).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });
});

it.each([
  [1, ['React'], '1 new project that needs React'],
  [2, ['Go', 'React', 'SQL'], '2 new projects that need Go, React, or SQL'],
  [1_200, ['A', 'B', 'C', 'D'], '1,200 new projects that need A, B, or other skills'],
])('the title of a notification has the number of projects and their skills', (count, skills, words) =>
  expect(titleOf({ count, skills })).toBe(words),
);
