import { dayMs } from '@sangam/shared/core/limits';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestServer;
let pool: AddedMember[];
let reader: AddedMember;
beforeAll(async () => {
  server = await startTestServer();
  pool = await addMembers(server.database, 80, server.jwtSecret);
});
afterAll(() => server.close());
beforeEach(async () => {
  await query('UPDATE users SET listed = NULL', []);
  [reader] = takeFrom(pool, 1);
});

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const find = (search = '', by = reader) => server.call(`GET /api/people${search}`, by.token);
const found = async (search = ''): Promise<number[]> =>
  (await find(search)).body.data.members.map(({ id }: { id: number }) => id);

/** A listed member with these skills, last active this many days ago. */
async function listed(skills: string[], { daysAgo = 0, college = 'IIT' } = {}): Promise<AddedMember> {
  const [member] = takeFrom(pool, 1);
  const profile = { college, skills, listed: true };
  expect((await server.call('PATCH /api/users/profile', member.token, profile)).status).toBe(200);
  await query(`UPDATE users SET active_on = (now() AT TIME ZONE 'UTC')::date - $2::int WHERE id = $1`, [
    member.id,
    daysAgo,
  ]);
  return member;
}

describe('the list of members', () => {
  it('shows listed members by activity, those who hide it last, without the reader', async () => {
    const hiding = await listed(['Go']);
    await server.call('PATCH /api/notification-choices', hiding.token, { presence_for: 'nobody' });
    const old = await listed(['Go'], { daysAgo: 9 });
    const fresh = await listed(['Go']);
    await server.call('PATCH /api/users/profile', reader.token, { college: 'IIT', skills: ['Go'], listed: true });
    expect(await found()).toEqual([fresh.id, old.id, hiding.id]);
    const { members } = (await find()).body.data;
    expect(members[0]).toEqual({
      id: fresh.id,
      name: expect.any(String),
      headline: '',
      college: 'IIT',
      skills: ['Go'],
      looks_for: '',
      has: ['Go'],
      same_college: true,
    });
  });

  it('finds nobody for a college without letters or digits', async () => {
    const { id } = await listed(['Go']);
    await query("UPDATE users SET college = '' WHERE id = $1", [id]);
    expect(await found()).toEqual([id]);
    expect(await found('?college=%21%21')).toEqual([]);
  });

  it('shows no unlisted, lapsed, blocked, blocking, suspended or deleted member', async () => {
    const [shy, lapsed] = [await listed(['Go']), await listed(['Go'], { daysAgo: 60 })];
    await server.call('PATCH /api/users/profile', shy.token, { listed: false });
    const [blocked, blocking] = [await listed(['Go']), await listed(['Go'])];
    await server.call(`PUT /api/blocks/${blocked.id}`, reader.token);
    await server.call(`PUT /api/blocks/${reader.id}`, blocking.token);
    const [suspended, deleted] = [await listed(['Go']), await listed(['Go'])];
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    await query('UPDATE users SET deleted_at = now() WHERE id = $1', [deleted.id]);
    expect(await found()).toEqual([]);
    await query('UPDATE users SET last_active = now() WHERE id = $1', [lapsed.id]);
    expect(await found()).toEqual([lapsed.id]);
  });

  it('is filtered by any or all of several skills in any spelling, and by college', async () => {
    const both = await listed(['ReactJS', 'SQL'], { college: 'VIT' });
    const one = await listed(['react'], { daysAgo: 1 });
    await listed(['Elm'], { daysAgo: 2 });
    expect(await found('?skills=React,SQL')).toEqual([both.id, one.id]);
    expect(await found('?skills=React,SQL&match=all')).toEqual([both.id]);
    expect(await found('?college=vit')).toEqual([both.id]);
    const abroad = await listed(['Go'], { college: 'Université de Pondichéry' });
    expect(await found(`?college=${encodeURIComponent('universite de Pondichery')}`)).toEqual([abroad.id]);
    expect(await found('?skills=React&college=iit')).toEqual([one.id]);
  });

  it('is filtered by the roles that members would take, and by the day from which they are available', async () => {
    const [backend, design] = [await listed(['Go']), await listed(['Go'], { daysAgo: 1 })];
    const later = new Date(Date.now() + 40 * dayMs).toISOString().slice(0, 10);
    const profile = { takes_roles: ['Backend', ' Data ', 'Data'], free_from: later };
    const { body } = await server.call('PATCH /api/users/profile', backend.token, profile);
    expect(body.data.user).toMatchObject({ takes_roles: ['Backend', 'Data'], free_from: later });
    await server.call('PATCH /api/users/profile', design.token, { takes_roles: ['Design'], free_from: '2026-01-01' });
    expect(await found('?role=BACKEND')).toEqual([backend.id]);
    expect(await found('?role=Back')).toEqual([]);
    expect(await found(`?free_from=${later}`)).toEqual([backend.id, design.id]);
    expect(await found(`?free_from=${new Date().toISOString().slice(0, 10)}`)).toEqual([design.id]);
    // A day that has passed isn't shown.
    const [one, other] = (await find()).body.data.members;
    expect([one.free_from, other.free_from, other.takes_roles]).toEqual([later, undefined, ['Design']]);
    const page = (await server.call(`GET /api/people/${backend.id}`, reader.token)).body.data.person.profile;
    expect(page).toMatchObject({ takes_roles: ['Backend', 'Data'], free_from: later });
    for (const wrong of ['2026-02-31', '1026-01-01', 'soon'])
      expect((await find(`?free_from=${wrong}`)).status).toBe(400);
    await server.call('PATCH /api/users/profile', backend.token, { free_from: null });
    expect((await server.call('GET /api/auth/me', backend.token)).body.user.free_from).toBeUndefined();
  });

  it('lists many members with a common skill and few with a rare one, whichever query finds them', async () => {
    await query(
      `INSERT INTO users (name, email, college, skills, listed, active_on, hides_activity)
        SELECT 'W' || n, 'w' || n || '@example.org', 'IIT', CASE WHEN n % 700 = 0 THEN '{Go,Rare}' ELSE '{Go}' END::text[], true,
          (now() AT TIME ZONE 'UTC')::date - n % 50, n % 7 = 0
        FROM generate_series(1, 1400) n`,
      [],
    );
    await query('ANALYZE users', []);
    const all = async (search: string) => {
      const ids: number[] = [];
      for (let after = ''; ; ) {
        const { members, next } = (await find(`${search}${after}`)).body.data;
        ids.push(...members.map(({ id }: { id: number }) => id));
        if (next === null) return ids;
        after = `&after=${next}`;
      }
    };
    const { rows } = await query(
      `SELECT id FROM users WHERE listed ORDER BY CASE WHEN hides_activity THEN NULL ELSE active_on END DESC NULLS LAST, id DESC`,
      [],
    );
    expect(await all('?skills=go')).toEqual(rows.map(({ id }) => Number(id)));
    expect(await all('?skills=rare')).toHaveLength(2);
    expect(await all('?skills=rare,go&match=all')).toEqual(await all('?skills=rare'));
  }, 120_000);

  it('comes in pages without gaps or repetitions, including the members who hide their activity', async () => {
    const [any] = pool;
    await query(
      `INSERT INTO users (name, email, college, skills, listed, active_on)
        SELECT 'P' || n, 'p' || n || '@example.org', 'IIT', '{Go}', true, (now() AT TIME ZONE 'UTC')::date - n % 3
        FROM generate_series(1, 45) n`,
      [],
    );
    await query(
      `INSERT INTO notification_choices (user_id, presence_for) SELECT id, 'nobody' FROM users WHERE listed AND id % 2 = 0`,
      [],
    );
    const seen: number[] = [];
    let after = '';
    for (let pages = 0; pages < 5; pages += 1) {
      const { members, next } = (await find(after === '' ? '' : `?after=${after}`)).body.data;
      seen.push(...members.map(({ id }: { id: number }) => id));
      if (next === null) break;
      after = next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([45, 45]);
    expect(any).toBeDefined();
    expect((await find('?sort=fit&after=h.5')).status).toBe(400);
    for (const wrong of [
      'a.0000-01-01.1',
      'x',
      'f.1.2.3.2026-02-31.5.6',
      'f.1.2.3.-.5',
      'a.2026-02-31.5',
      's.1.2026-02-01.5',
    ])
      expect((await find(`?after=${wrong}`)).status).toBe(400);
  });

  it('is sorted by the skills that one of the reader’s projects needs, and shows which of them each member has and lacks', async () => {
    const project = await postProject(server, reader, { required_skills: ['React', 'SQL', 'Go'] });
    const one = await listed(['Golang']);
    const two = await listed(['JS', 'ReactJS', 'SQL'], { daysAgo: 5 });
    await listed(['Elm']);
    const mate = await listed(['React', 'SQL', 'Go']);
    await query('INSERT INTO project_members (project_id, user_id) VALUES ($1, $2)', [project, mate.id]);
    const { members } = (await find(`?sort=project&project_id=${project}`)).body.data;
    expect(members).toMatchObject([
      { id: two.id, has: ['React', 'SQL'], missing: ['Go'] },
      { id: one.id, has: ['Go'], missing: ['React', 'SQL'] },
    ]);
    expect((await find(`?sort=project&project_id=${project}`, two)).body.code).toBe('PROJECT_NOT_FOUND');
    expect((await find('?sort=project')).body.code).toBe('PROJECT_NOT_FOUND');
    await query('UPDATE projects SET hidden_at = now() WHERE id = $1', [project]);
    expect((await find(`?sort=project&project_id=${project}`)).body.code).toBe('PROJECT_NOT_FOUND');
  });
});
