import { emptyWeek, quartersBetween, withQuarters } from '@sangam/shared/people/hours/week';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let pool: AddedMember[];
let reader: AddedMember;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'off' } });
  pool = await addMembers(server.database, 30, server.jwtSecret);
});
afterAll(() => server.close());
beforeEach(async () => {
  await query("UPDATE projects SET state = 'deleted'", []);
  reader = next();
  await profile(reader, { college: 'IIT', skills: ['ReactJS', 'SQL'] });
});

const next = (): AddedMember => {
  const member = pool.shift();
  if (!member) throw new Error('Add more members.');
  return member;
};
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const call = (by: AddedMember | null, name: string, body?: object) => server.call(name, by?.token ?? null, body);
const profile = (by: AddedMember, part: object) => call(by, 'PATCH /api/users/profile', part);
const post = (by: AddedMember, title: string, part: object = {}): Promise<number> =>
  postProject(server, by, { title, ...part });
const list = async (search: string, by: AddedMember | null = reader) =>
  (await call(by, `GET /api/projects${search}`)).body.data;
const titles = async (search: string, by: AddedMember | null = reader): Promise<string[]> =>
  (await list(search, by)).projects.map(({ title }: { title: string }) => title);
/** Enters this many free hours on a Monday, as if before today. */
const enterHours = (by: AddedMember, count: number, from = 10) =>
  query(
    `INSERT INTO member_hours (user_id, hours, zone, changed_on) VALUES ($1, $2::text::bit(672), 'Asia/Kolkata', '2026-01-01')`,
    [by.id, withQuarters(emptyWeek, quartersBetween(from * 4, (from + count) * 4 - 1), true)],
  );

describe('the project list', () => {
  it('is filtered by any or all of several skills, of the project or of a role', async () => {
    const creator = next();
    await post(creator, 'Both', {
      required_skills: ['React'],
      roles: [{ name: 'Backend', seats: 1, skills: ['SQL'] }],
    });
    await post(creator, 'One', { required_skills: ['react.js'] });
    await post(creator, 'None', { required_skills: ['Go'] });
    expect(await titles('?skill=React,SQL')).toEqual(['One', 'Both']);
    expect(await titles('?skill=React,SQL&match=all')).toEqual(['Both']);
    expect(await titles('?skill=React,SQL&match=all', null)).toEqual(['Both']);
  });

  it('is filtered by a role’s name, and its search finds names and skills of roles as they are now', async () => {
    const creator = next();
    const roles = [
      { name: 'Sound design', seats: 1, skills: ['Ableton'] },
      { name: 'Backend', seats: 1, skills: [] },
    ];
    const project = await post(creator, 'Game', { roles });
    await post(creator, 'Other');
    expect(await titles('?role=backend')).toEqual(['Game']);
    expect(await titles('?role=back')).toEqual([]);
    for (const found of ['sound', 'DESIGN sound', 'ablet', 'backend game'])
      expect([found, await titles(`?search=${found}`)]).toEqual([found, ['Game']]);
    const [kept] = (await call(creator, `GET /api/projects/${project}`)).body.project.roles;
    const renamed = { ...kept, name: 'Music', skills: [] };
    delete renamed.taken;
    delete renamed.offered;
    expect((await call(creator, `PATCH /api/projects/${project}`, { roles: [renamed] })).status).toBe(200);
    for (const gone of ['?role=backend', '?search=sound', '?search=ableton', '?search=backend'])
      expect([gone, await titles(gone)]).toEqual([gone, []]);
    expect([await titles('?role=MUSIC'), await titles('?search=music')]).toEqual([['Game'], ['Game']]);
    await query(`UPDATE users SET name = 'Renamed Creator' WHERE id = $1`, [creator.id]);
    expect(await titles('?search=music')).toEqual(['Game']);
  });

  it.each([
    ['Développeur', ['developpeur', 'DÉVELOPPEUR', ' développeur ']],
    ['Größe-Tester', ['grosse tester', 'GRÖSSE  TESTER']],
    ['Çeviri', ['ceviri']],
    ['ध्वनि डिज़ाइन', ['ध्वनि डिज़ाइन'.normalize('NFD')]],
    ['后端开发', ['后端开发']],
    ['ดนตรี', ['ดนตรี']],
    ['バックエンド', ['バックエンド'.normalize('NFD')]],
  ])('finds the role %s in any spelling, as the search for members does', async (name, spellings) => {
    const creator = next();
    await post(creator, name, { roles: [{ name, seats: 1, skills: [] }] });
    await profile(creator, { college: 'VIT', skills: ['Go'], listed: true, takes_roles: [name] });
    for (const typed of spellings) {
      const role = encodeURIComponent(typed);
      const people = (await call(reader, `GET /api/people?role=${role}`)).body.data.members;
      expect([typed, await titles(`?role=${role}`)]).toEqual([typed, [name]]);
      expect([typed, people.map(({ id }: { id: number }) => id)]).toEqual([typed, [creator.id]]);
    }
    expect(await titles(`?role=${encodeURIComponent(name.slice(0, 2))}`)).toEqual([]);
  });

  it('is sorted by fit to the reader, with the reasons, in pages', async () => {
    const [far, near] = [next(), next()];
    await profile(near, { college: 'iit', skills: ['Go'], listed: true });
    await enterHours(reader, 6);
    await enterHours(near, 6);
    await post(far, 'One of one', { required_skills: ['React'] });
    await post(far, 'Two of two', { required_skills: ['React', 'sql'] });
    const hours = await post(near, 'One of one, with hours', { required_skills: ['SQL'] });
    await post(far, 'One of three', { required_skills: ['React', 'Go', 'Rust'] });
    await post(far, 'Nothing', { required_skills: ['Elm'] });
    await post(reader, 'Own', { required_skills: ['React'] });
    await call(far, `PUT /api/projects/${await post(far, 'Closed', { required_skills: ['React'] })}/state`, {
      state: 'closed',
    });
    const expected = ['Two of two', 'One of one, with hours', 'One of one', 'One of three'];
    expect(await titles('?sort=fit')).toEqual(expected);
    const { fits } = await list('?sort=fit');
    expect(fits[1]).toEqual({ project_id: hours, has: ['SQL'], missing: [], about_hours: 6, same_college: true });
    expect(fits[3]).toMatchObject({ has: ['React'], missing: ['Go', 'Rust'] });
    const paged: string[] = [];
    for (let before = ''; ; ) {
      const { projects, has_more } = await list(`?sort=fit&limit=1${before}`);
      paged.push(...projects.map(({ title }: { title: string }) => title));
      if (!has_more) break;
      before = `&before=${projects.at(-1).id}`;
    }
    expect(paged).toEqual(expected);
    // Visitors have no skills.
    expect(await titles('?sort=fit', null)).toHaveLength(7);
  });

  it('is filtered by the rounded hours shared with creators, if they are listed', async () => {
    const [listed, shy, blocked] = [next(), next(), next()];
    await enterHours(reader, 6);
    for (const creator of [listed, shy, blocked]) {
      await profile(creator, { college: 'VIT', skills: ['Go'], listed: creator !== shy });
      await enterHours(creator, 5, 11);
    }
    for (const [creator, title] of [
      [listed, 'Listed'],
      [shy, 'Shy'],
      [blocked, 'Blocked'],
    ] as const)
      await post(creator, title, { required_skills: ['React'] });
    await call(reader, `PUT /api/blocks/${blocked.id}`);
    expect(await titles('?hours=5')).toEqual(['Listed']);
    expect((await list('?hours=5')).fits).toEqual([
      { project_id: expect.any(Number), has: ['React'], missing: [], about_hours: 5 },
    ]);
    expect(await titles('?hours=6')).toEqual([]);
    expect(await titles('?sort=fit&hours=5')).toEqual(['Listed']);
    expect(await titles('?search=listed&hours=5')).toEqual(['Listed']);
    // The order by fit leaves out the blocked creator's project, and shows no hours for the unlisted creator.
    expect((await titles('?sort=fit')).toSorted()).toEqual(['Listed', 'Shy']);
    const shown = (await list('?sort=fit')).fits.filter((fit: object) => 'about_hours' in fit);
    expect(shown).toHaveLength(1);
    // A visitor has no hours, so the filter has no effect.
    expect(await titles('?hours=5', null)).toHaveLength(3);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [listed.id]);
    expect(await titles('?hours=5')).toEqual([]);
  });

  it('shows in every order, and in suggestions, about how many hours the reader shares with listed creators', async () => {
    const creators = [next(), next(), next(), next()] as const;
    const [listed, shy, blocked, suspended] = creators;
    const shown = async (by: AddedMember | null = reader) => (await list('?search=Rover', by)).fits;
    for (const creator of creators) {
      await profile(creator, { college: 'VIT', skills: ['Go'], listed: creator !== shy });
      await enterHours(creator, 5, 11);
      await post(creator, 'Rover', { required_skills: ['React'] });
    }
    const own = await post(reader, 'Rover', { required_skills: ['React'] });
    const id = (await list('?search=Rover')).projects.find(
      ({ creator_id }: { creator_id: number }) => creator_id === listed.id,
    ).id;
    await call(reader, `PUT /api/blocks/${blocked.id}`);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    expect(await shown()).toBeUndefined();
    await enterHours(reader, 6);
    await profile(reader, { listed: true });
    expect(await shown()).toEqual([{ project_id: id, about_hours: 5 }]);
    expect((await list(`?ids=${id},${own}`)).fits).toBeUndefined();
    expect(await shown(null)).toBeUndefined();
    const { projects } = (await call(reader, 'GET /api/projects/suited')).body.data;
    const hours = projects.map((project: { id: number; about_hours?: number }) => [project.id, project.about_hours]);
    expect(hours).toContainEqual([id, 5]);
    expect(hours.filter(([, about]: [number, number?]) => about !== undefined)).toHaveLength(1);
  });
});
