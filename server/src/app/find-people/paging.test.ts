import { dayMs } from '@sangam/shared/core/limits';
import { emptyWeek, quartersBetween, withQuarters } from '@sangam/shared/people/hours/week';
import { shiftedClock } from '@sangam/testing/clocks';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { runsFull } from '@sangam/testing/runs';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MEMBERS = 620;
const clock = shiftedClock();
let server: TestServer;
let reader: AddedMember;
let project: number;

// More members than are compared. Some hide their activity; four fifths have a required skill.
beforeAll(async () => {
  server = await startTestServer({
    env: { RATE_LIMIT: 'off' },
    clock,
  });
  const [first] = await addMembers(server.database, 1, server.jwtSecret, 20);
  if (!first) throw new Error('No member was added.');
  reader = first;
  await server.call('PATCH /api/users/profile', reader.token, { college: 'IIT', skills: ['React', 'SQL'] });
  project = await postProject(server, reader, { required_skills: ['React', 'SQL', 'Go'] });
  const hours = withQuarters(emptyWeek, quartersBetween(40, 63), true);
  await query(
    `INSERT INTO users (name, email, college, skills, listed, active_on, hides_activity)
      SELECT 'W' || n, 'w' || n || '@example.org', CASE WHEN n % 3 = 0 THEN 'IIT' ELSE 'VIT' END,
        CASE n % 5 WHEN 0 THEN '{Elm}' WHEN 1 THEN '{React,SQL}' WHEN 2 THEN '{React,Go}' ELSE '{SQL}' END::text[], true,
        (now() AT TIME ZONE 'UTC')::date - 2 - n / 12, n % 31 = 0
      FROM generate_series(1, $1::int) n`,
    [MEMBERS],
  );
  await query(
    `INSERT INTO member_hours (user_id, hours, zone, changed_on) SELECT id, $1::text::bit(672), 'Asia/Kolkata', '2026-01-01' FROM users`,
    [hours],
  );
  // As autovacuum does after a while. Without this, the planner assumes that there are few rows.
  await query('ANALYZE users, member_hours', []);
});
afterAll(() => server.close());

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const page = async (search: string): Promise<{ members: { id: number }[]; next: string | null; pool?: string }> =>
  (await server.call(`GET /api/people?${search.replace('=OWN', `=${project}`)}`, reader.token)).body.data;

/** Returns the ids on all pages, with a change after the first page. `withPool` is false for a client of the previous version. */
async function readOn(search: string, change: (seen: number[]) => Promise<unknown>, withPool = true) {
  let { members, next, pool } = await page(search);
  const ids = members.map(({ id }) => id);
  await change([...ids]);
  while (next !== null) {
    const { members: more, ...end } = await page(
      `${search}&after=${next}${withPool && pool !== undefined ? `&pool=${pool}` : ''}`,
    );
    ids.push(...more.map(({ id }) => id));
    ({ next, pool } = end);
  }
  return ids;
}
const unchanged = async () => undefined;

// All pages of one list take seconds.
const lists = [
  ['fit, with a skill', 'sort=fit&skills=SQL,React'],
  ['activity and shared hours', 'hours=1'],
  ['fit', 'sort=fit'],
  ['fit and shared hours', 'sort=fit&hours=1'],
  ['fit to a project', 'sort=project&project_id=OWN'],
  ['activity', 'skills=SQL,React,Elm'],
] as const;
it.each(runsFull ? lists : lists.slice(0, 2))(
  'a list by %s that changes between pages neither skips nor repeats unchanged members',
  async (_, search) => {
    const before = await readOn(search, unchanged);
    expect(before.length).toBeGreaterThan(390);
    const changed = new Set<number>();
    const found = await readOn(search, async (seen) => {
      const [first, ...others] = seen;
      const last = others.at(-1);
      // The last member of the page changes skills; others become active, some of whom were not compared before.
      await query(`UPDATE users SET skills = '{APL}', active_on = current_date WHERE id = $1`, [last]);
      const { rows } = await query(
        `UPDATE users SET active_on = (now() AT TIME ZONE 'UTC')::date WHERE id <> $1 AND id IN (
        (SELECT id FROM users WHERE listed AND NOT hides_activity ORDER BY active_on LIMIT 40)
        UNION ALL (SELECT id FROM users WHERE listed AND NOT hides_activity ORDER BY active_on DESC LIMIT 5)) RETURNING id`,
        [reader.id],
      );
      for (const id of [first, last, ...rows.map(({ id: active }) => Number(active))])
        if (id !== undefined) changed.add(id);
    });
    const kept = (ids: readonly number[]) => ids.filter((id) => !changed.has(id));
    expect(kept(found)).toEqual(kept(before));
    await query(
      `UPDATE users SET active_on = (now() AT TIME ZONE 'UTC')::date - 2 - substr(name, 2)::int / 12,
      skills = CASE substr(name, 2)::int % 5 WHEN 0 THEN '{Elm}' WHEN 1 THEN '{React,SQL}' WHEN 2 THEN '{React,Go}' ELSE '{SQL}' END::text[]
      WHERE listed AND name ~ '^W\\d+$'`,
      [],
    );
    const first = before.slice(0, 20);
    expect((await page(search)).members.map(({ id }) => id)).toEqual(first);
  },
);

it('keeps the order of the week in which it began, and a client of the previous version can continue without a pool', async () => {
  const before = await readOn('sort=fit', unchanged);
  expect(await readOn('sort=fit', unchanged, false)).toEqual(before);
  const monday = async () => {
    clock.aheadMs += 7 * dayMs;
  };
  expect(await readOn('sort=fit', monday)).toEqual(before);
  const later = (await page('sort=fit')).members.map(({ id }) => id);
  expect(later).not.toEqual(before.slice(0, later.length));
});

it('refuses a pool that the server never returned, and a pool without a place', async () => {
  const { next, pool } = await page('sort=fit');
  expect(pool).toMatch(/^[0-9a-z._-]+$/u);
  for (const wrong of [
    `pool=${pool}`,
    `after=${next}&pool=f.1`,
    `after=${next}&pool=a.2026-02-31.1`,
    `after=${next}&pool=`,
  ])
    expect([wrong, (await server.call(`GET /api/people?sort=fit&${wrong}`, reader.token)).status]).toEqual([
      wrong,
      400,
    ]);
  // A list that compares nobody has no pool.
  expect((await page('')).pool).toBeUndefined();
});
