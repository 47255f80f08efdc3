import { dayMs } from '@sangam/shared/core/limits';
import { emptyWeek, quartersBetween, withQuarters } from '@sangam/shared/people/hours/week';
import { shiftedClock } from '@sangam/testing/clocks';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { everyNth } from '@sangam/testing/runs';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const clock = shiftedClock();
let server: TestServer;
let reader: AddedMember;
let creator: AddedMember;
let other: AddedMember;
beforeAll(async () => {
  server = await startTestServer({
    env: { RATE_LIMIT: 'off' },
    clock,
  });
  const [first, second, third] = await addMembers(server.database, 3, server.jwtSecret, 20);
  if (!first || !second || !third) throw new Error('No members were added.');
  [reader, creator, other] = [first, second, third];
  await call(reader, 'PATCH /api/users/profile', { college: 'IIT', skills: ['React', 'SQL'] });
  await call(creator, 'PATCH /api/users/profile', { college: 'IIT', skills: ['Go'], listed: true });
  const hours = withQuarters(emptyWeek, quartersBetween(40, 63), true);
  for (const { id } of [reader, creator])
    await query(
      `INSERT INTO member_hours (user_id, hours, zone, changed_on) VALUES ($1, $2::text::bit(672), 'Asia/Kolkata', '2026-01-01')`,
      [id, hours],
    );
});
afterAll(() => server.close());
beforeEach(async () => {
  clock.aheadMs = 0;
  await query(`UPDATE projects SET state = 'deleted'`, []);
});

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const call = (by: AddedMember | null, name: string, body?: object) => server.call(name, by?.token ?? null, body);
const post = (title: string, part: object = {}): Promise<number> =>
  postProject(server, creator, { title, description: 'Rover', required_skills: ['React'], ...part });
const page = async (search: string): Promise<{ projects: { title: string }[]; next?: string; has_more: boolean }> =>
  (await call(reader, `GET /api/projects?${search}`)).body.data;
const titlesOf = ({ projects }: { projects: { title: string }[] }) => projects.map(({ title }) => title);

/** Returns the titles on all pages, with a change after the first page. */
async function readOn(search: string, change: () => Promise<unknown>): Promise<string[]> {
  let found = await page(search);
  const titles = titlesOf(found);
  await change();
  while (found.next !== undefined) {
    found = await page(`${search}&after=${found.next}`);
    titles.push(...titlesOf(found));
  }
  expect(found.has_more).toBe(false);
  return titles;
}

const edit = (id: number, part: object) => call(creator, `PATCH /api/projects/${id}`, part);
const erase = (id: number) => call(creator, `DELETE /api/projects/${id}`);
const close = (id: number) => call(creator, `PUT /api/projects/${id}/state`, { state: 'closed' });
const confirmedDaysAgo = (id: number, days: number) =>
  query(`UPDATE projects SET confirmed_at = now() - $2::int * interval '1 day' WHERE id = $1`, [id, days]);

/** Five projects that all orders list from First to Fifth. */
async function postFive(): Promise<number> {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'] as const;
  const ids: number[] = [];
  for (const [place, name] of [...names.entries()].toReversed()) {
    const required_skills = ['React', 'Go', 'Rust', 'Elm', 'Ada', 'APL'].slice(0, place + 1);
    const filler = 'word '.repeat(place);
    const id = await post(`${name} kaveri`, {
      required_skills,
      max_members: 12 - place,
      description: filler || 'Rover',
    });
    await confirmedDaysAgo(id, 10 - place);
    ids.unshift(id);
  }
  return ids[0] ?? 0;
}
const rest = ['Second kaveri', 'Third kaveri', 'Fourth kaveri', 'Fifth kaveri'];

describe('a list that is continued from the place of its last project', () => {
  it.each(
    everyNth(4, [
      ['fit', 'sort=fit'],
      ['fit, with a search', 'sort=fit&search=kaveri'],
      ['fit and shared hours', 'sort=fit&hours=1'],
      ['shared hours', 'hours=1'],
      ['shared hours, with a search', 'hours=1&search=kaveri'],
      ['open seats', 'sort=open_seats'],
      ['open seats and shared hours', 'sort=open_seats&hours=1'],
      ['open seats, with a search', 'sort=open_seats&search=kaveri'],
      ['the end of the listing', 'sort=closing_soon'],
      ['the end of the listing, with a search', 'sort=closing_soon&search=kaveri'],
      ['the end of the listing and shared hours', 'sort=closing_soon&hours=1'],
      ['a search', 'search=kaveri'],
      ['a skill', 'skill=React'],
      ['the newest', 'active=yes'],
    ]),
  )(
    'by %s skips and repeats nothing, whatever happens to that project',
    async (_, search) => {
      const changes: [string, (id: number) => Promise<unknown>][] = [
        ['erased', erase],
        ['closed', close],
        ['edited', (id) => edit(id, { title: 'Other', required_skills: ['Elm', 'Ada', 'APL', 'SQL'], max_members: 2 })],
        ['confirmed', (id) => confirmedDaysAgo(id, 0)],
        ['kept', async () => undefined],
      ];
      for (const [what, change] of changes) {
        await query(`UPDATE projects SET state = 'deleted'`, []);
        const first = await postFive();
        const found = await readOn(`${search}&limit=1`, () => change(first));
        const unchanged = found.filter((title) => rest.includes(title));
        expect([what, found[0], unchanged]).toEqual([what, 'First kaveri', rest]);
      }
    },
    60_000,
  );

  it('compares the same projects as on the first page, even if others have been posted since', async () => {
    await query(
      `INSERT INTO projects (creator_id, title, description, category, max_members, required_skills)
        SELECT $1, 'P' || n, 'x', 'other', 5, CASE WHEN n <= 10 THEN '{React,SQL}' ELSE '{React,Go}' END::text[]
        FROM generate_series(1, 505) n`,
      [creator.id],
    );
    for (const search of ['sort=fit&limit=100', 'hours=1&limit=100']) {
      const before = await readOn(search, async () => undefined);
      expect(before).toHaveLength(500);
      const after = await readOn(search, async () => {
        for (const title of ['A', 'B', 'C']) await post(title, { required_skills: ['Go', 'React'] });
      });
      expect(after.filter((title) => title.startsWith('P'))).toEqual(before.filter((title) => title.startsWith('P')));
      expect(new Set(after).size).toBe(after.length);
    }
  }, 60_000);

  it('keeps the order of the week in which it began', async () => {
    for (let n = 0; n < 12; n += 1) await post(`T${n}`);
    const before = await readOn('sort=fit&limit=4', async () => undefined);
    expect(
      await readOn('sort=fit&limit=4', async () => {
        clock.aheadMs += 7 * dayMs;
      }),
    ).toEqual(before);
    // A list that is opened now has the new week's order.
    expect(await readOn('sort=fit&limit=4', async () => undefined)).not.toEqual(before);
  });

  it('continues after the last project for a client that sends only its id', async () => {
    await postFive();
    for (const search of ['sort=fit', 'sort=open_seats', 'sort=closing_soon', 'search=kaveri', 'hours=1']) {
      const titles: string[] = [];
      for (let before = ''; ; ) {
        const found = (await call(reader, `GET /api/projects?${search}&limit=2${before}`)).body.data;
        titles.push(...titlesOf(found));
        if (!found.has_more) break;
        before = `&before=${found.projects.at(-1).id}`;
      }
      expect([search, titles]).toEqual([search, ['First kaveri', ...rest]]);
    }
  });

  it('reveals no text, seats or hours of a last project that the reader may not see', async () => {
    const body = {
      title: 'Other',
      description: 'kaveri',
      category: 'other',
      max_members: 4,
      required_skills: ['React', 'Go'],
    };
    await call(other, 'POST /api/projects', body);
    const found = async (search: string, before: number) => titlesOf(await page(`${search}&before=${before}`));
    const searches = ['search=kaveri', 'sort=open_seats', 'sort=closing_soon&search=kaveri', 'sort=fit'];
    const id = await post('Secret kaveri', { required_skills: ['React', 'SQL'], max_members: 9 });
    await confirmedDaysAgo(id, 5);
    for (const search of searches) expect([search, await found(search, id)]).toEqual([search, ['Other']]);

    await query('UPDATE projects SET hidden_at = now() WHERE id = $1', [id]);
    for (const search of searches) expect([search, await found(search, id)]).toEqual([search, []]);
    await query('UPDATE projects SET hidden_at = NULL WHERE id = $1', [id]);
    expect(await found('sort=fit', id)).toEqual(['Other']);
    await call(creator, `PUT /api/blocks/${reader.id}`);
    expect(await found('sort=fit', id)).toEqual([]);
    await call(creator, `DELETE /api/blocks/${reader.id}`);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [creator.id]);
    expect(await found('sort=fit', id)).toEqual([]);
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [creator.id]);

    await erase(id);
    for (const search of searches) expect([search, await found(search, id)]).toEqual([search, []]);
  });

  it('refuses a place of another order, and one that the server never returned', async () => {
    await postFive();
    const { next } = await page('sort=fit&limit=1');
    const refused = [
      `sort=open_seats&after=${next}`,
      `after=${next}`,
      'sort=fit&after=n.0.7',
      'sort=fit&after=f.1.1.0.2026-02-31.1.1',
      'after=n.1.7',
      'after=n.0.7_n.0.3_n.0.1',
      'after=n.0.7_c.1.2',
      'after=x.0.7',
      'after=n.0.9999999999999999',
      'sort=closing_soon&after=c.9999999999999999.1',
      'sort=open_seats&after=s.-9999999999.1',
      'after=N.0.7',
      'after=',
    ];
    for (const search of refused)
      expect([search, (await call(reader, `GET /api/projects?${search}`)).status]).toEqual([search, 400]);
    // A visitor's list has no order by fit.
    expect((await call(null, `GET /api/projects?sort=fit&after=${next}`)).status).toBe(400);
    expect((await call(null, 'GET /api/projects?sort=fit&limit=1')).body.data.next).toMatch(/^n\./u);
  });
});
