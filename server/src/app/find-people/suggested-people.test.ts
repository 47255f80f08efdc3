import { peopleServerLimits } from '@sangam/shared/people/limits';
import { joinTeam } from '@sangam/testing/chat/team';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let pool: AddedMember[];
let creator: AddedMember;
beforeAll(async () => {
  server = await startTestServer({ env: { REQUIRE_VERIFIED_EMAIL: 'off', RATE_LIMIT: 'off' } });
  pool = await addMembers(server.database, 70, server.jwtSecret);
});
afterAll(() => server.close());
beforeEach(async () => {
  await query('UPDATE users SET listed = NULL', []);
  creator = next();
});

const next = (): AddedMember => {
  const member = pool.shift();
  if (!member) throw new Error('Add more members.');
  return member;
};
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const call = (by: AddedMember, name: string, body?: object) => server.call(name, by.token, body);
async function listed(skills: string[], { daysAgo = 0, college = 'IIT' } = {}): Promise<AddedMember> {
  const member = next();
  expect((await call(member, 'PATCH /api/users/profile', { college, skills, listed: true })).status).toBe(200);
  await query(`UPDATE users SET active_on = (now() AT TIME ZONE 'UTC')::date - $2::int WHERE id = $1`, [
    ...[member.id, daysAgo],
  ]);
  return member;
}
const post = (required_skills: string[], by = creator, part: object = {}): Promise<number> =>
  postProject(server, by, { required_skills, ...part });
const suggested = async (projectId?: number, by = creator) => {
  const { body } = await call(
    by,
    `GET /api/people/suggested${projectId === undefined ? '' : `?project_id=${projectId}`}`,
  );
  return body.data ?? body.code;
};
const ids = async (projectId?: number, by = creator): Promise<number[]> =>
  (await suggested(projectId, by)).members.map(({ id }: { id: number }) => id);

describe('suggested people', () => {
  it('are those who fit best, with the reasons, for a given project or the newest one that has suggestions', async () => {
    const two = await listed(['JS', 'ReactJS', 'SQL'], { daysAgo: 5 });
    const one = await listed(['Golang']);
    await listed(['Elm']);
    const project = await post(['React', 'SQL', 'Go']);
    await post(['Nobody has this']);
    expect(await suggested(project)).toMatchObject({
      project: { id: project, title: 'Rover' },
      members: [
        { id: two.id, has: ['React', 'SQL'], missing: ['Go'] },
        { id: one.id, has: ['Go'], missing: ['React', 'SQL'] },
      ],
    });
    expect(await suggested()).toEqual(await suggested(project));
    for (let more = 0; more < 3; more += 1) await listed(['React', 'SQL', 'Go']);
    expect(await ids(project)).toHaveLength(3);
  });

  it('have something in common: a needed skill, or for a project that needs none, the college or hours', async () => {
    await call(creator, 'PATCH /api/users/profile', { college: 'IIT', skills: ['Elm'] });
    const same = await listed(['Go']);
    await listed(['Go'], { college: 'VIT' });
    const [open, needy] = [await post([]), await post(['Rust'])];
    expect(await ids(open)).toEqual([same.id]);
    expect(await suggested(needy)).toEqual({ project: null, members: [] });
  });

  it('are never members of the team, asked, invited, interested, blocked, hidden, lapsed, suspended, deleted or closed to strangers', async () => {
    const project = await post(['Zig']);
    const add = () => listed(['Zig']);
    const accepted = await add();
    await joinTeam(server, project, creator, accepted);
    const [asked, invited, interested] = [await add(), await add(), await add()];
    expect((await call(asked, 'POST /api/project-requests', { project_id: project })).status).toBe(201);
    expect((await call(creator, `POST /api/projects/${project}/invitations`, { user_id: invited.id })).status).toBe(
      201,
    );
    expect((await call(interested, `POST /api/projects/${project}/connect`)).status).toBe(201);
    await call(creator, `PUT /api/blocks/${(await add()).id}`);
    await call(await add(), `PUT /api/blocks/${creator.id}`);
    await call(await add(), 'PATCH /api/users/profile', { listed: false });
    await listed(['Zig'], { daysAgo: 60 });
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [(await add()).id]);
    await query('UPDATE users SET deleted_at = now() WHERE id = $1', [(await add()).id]);
    await call(await add(), 'PATCH /api/notification-choices', { contact_from: 'nobody' });
    expect(await ids(project)).toEqual([]);
    const fine = await add();
    expect(await ids(project)).toEqual([fine.id]);
  });

  it('are empty once the project takes no more members, and refused for other creators’ projects', async () => {
    await listed(['Zig']);
    const project = await post(['Zig'], creator, { max_members: 2 });
    expect(await ids(project)).toHaveLength(1);
    const other = next();
    expect(await suggested(project, other)).toBe('PROJECT_NOT_FOUND');
    expect(await suggested(999_999, other)).toBe('PROJECT_NOT_FOUND');
    expect(await suggested(undefined, other)).toEqual({ project: null, members: [] });
    await joinTeam(server, project, creator, other);
    expect(await suggested(project)).toEqual({ project: null, members: [] });
    const closed = await post(['Zig']);
    await call(creator, `PUT /api/projects/${closed}/state`, { state: 'closed' });
    expect(await suggested(closed)).toEqual({ project: null, members: [] });
  });
});

describe('a dismissal', () => {
  const dismiss = (by: AddedMember, body: object) => call(by, 'POST /api/suggestions/dismissals', body);

  it('of a member holds for good, for all projects of that creator only', async () => {
    const member = await listed(['Zig']);
    const [one, two] = [await post(['Zig']), await post(['Zig'])];
    const other = next();
    const elsewhere = await post(['Zig'], other);
    for (let press = 0; press < 2; press += 1)
      expect((await dismiss(creator, { member_id: member.id })).status).toBe(200);
    expect([await ids(one), await ids(two), await ids()]).toEqual([[], [], []]);
    expect(await ids(elsewhere, other)).toEqual([member.id]);
  });

  it('of a project ends its suggestions to the member', async () => {
    const member = next();
    await call(member, 'PATCH /api/users/profile', { college: 'IIT', skills: ['Nim'] });
    const project = await post(['Nim']);
    const suited = async () =>
      (await call(member, 'GET /api/projects/suited')).body.data.projects.map(({ id }: { id: number }) => id);
    expect(await suited()).toContain(project);
    expect((await dismiss(member, { project_id: project })).status).toBe(200);
    expect(await suited()).not.toContain(project);
  });

  it.each([
    ['members', 'member_id', `INSERT INTO users (name, email) SELECT 'M', $1 || 'x' || n || '@example.org'`],
    [
      'projects',
      'project_id',
      `INSERT INTO projects (creator_id, title, description, category, max_members) SELECT $1::int8, 'P', 'x', 'other', 5`,
    ],
  ])('of %s is forgotten once there are too many later ones', async (_, column, insert) => {
    const { dismissalsMax } = peopleServerLimits;
    const made = await query(`${insert} FROM generate_series(0, $2::int) n RETURNING id`, [creator.id, dismissalsMax]);
    const all: number[] = made.rows.map(({ id }) => Number(id));
    const [newest, ...earlier] = all.toReversed();
    const stored = async () => {
      const { rows } = await query('SELECT * FROM suggestion_dismissals WHERE user_id = $1 ORDER BY id', [creator.id]);
      return rows.map((row) => Number(row[column]));
    };
    await query(
      `INSERT INTO suggestion_dismissals (user_id, ${column}) SELECT $1, id FROM unnest($2::int8[]) WITH ORDINALITY AS d (id, n) ORDER BY n`,
      [creator.id, earlier],
    );
    const [oldest] = earlier;
    await dismiss(creator, { [column]: oldest });
    expect(await stored(), 'pressed again').toEqual(earlier);
    await dismiss(creator, { [column]: newest });
    expect(await stored()).toEqual([...earlier.slice(1), newest]);
  });

  it("doesn't reveal whether an id exists, and requires either a member or a project", async () => {
    const hidden = next();
    const [known, unknown] = [
      await dismiss(creator, { member_id: hidden.id }),
      await dismiss(creator, { member_id: 999_999 }),
    ];
    expect([known.status, known.body.success, unknown.status, unknown.body.success]).toEqual([200, true, 200, true]);
    for (const wrong of [{}, { member_id: 1, project_id: 1 }, { member_id: 0 }])
      expect((await dismiss(creator, wrong)).status).toBe(400);
    const { rows } = await query('SELECT member_id FROM suggestion_dismissals WHERE user_id = $1', [creator.id]);
    expect(rows.map(({ member_id }) => Number(member_id))).toEqual([hidden.id]);
  });
});
