import { dayMs } from '@sangam/shared/core/limits';
import { compareFits, fit, fitWeek } from '@sangam/shared/people/fit-order';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { aboutHours, sharedTimes, type ZonedWeek } from '@sangam/shared/people/hours/overlap';
import { emptyWeek, withQuarters } from '@sangam/shared/people/hours/week';
import { weekEndMs, weekStartMs } from '@sangam/shared/people/hours/zone';
import { shiftedClock } from '@sangam/testing/clocks';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = shiftedClock();
const day = (ago: number) => new Date(clock.nowMs() - ago * dayMs).toISOString().slice(0, 10);
let server: TestServer;
let reader: AddedMember;
let members: Row[];

interface Row {
  id: number;
  token: string;
  skills: string[];
  college: string;
  activeOn: string;
  isHiding: boolean;
  hours: ZonedWeek | null;
}

let state = 11;
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
};
const skills = ['React', 'ReactJS', 'SQL', 'Go', 'golang', 'Figma', 'JS'];
const zones = ['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Los_Angeles', 'Asia/Kolkata'];
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
const someWeek = (): ZonedWeek => ({
  hours: [...emptyWeek].map(() => (random(5) === 0 ? '1' : '0')).join(''),
  zone: zones[random(zones.length)] ?? 'Asia/Kolkata',
});
const save = ({ id }: { id: number }, { hours, zone }: ZonedWeek, changedOn: string) =>
  query(
    `INSERT INTO member_hours (user_id, hours, zone, changed_on) VALUES ($1, $2::text::bit(672), $3, $4)
      ON CONFLICT (user_id) DO UPDATE SET hours = excluded.hours, zone = excluded.zone, changed_on = excluded.changed_on`,
    [id, hours, zone, changedOn],
  );

beforeAll(async () => {
  server = await startTestServer({ clock });
  const [first, ...others] = await addMembers(server.database, 101, server.jwtSecret, 9);
  if (!first) throw new Error('No member was added.');
  reader = first;
  members = others.map((member) => ({
    ...member,
    skills: Array.from({ length: random(4) + 1 }, () => skills[random(skills.length)] ?? ''),
    college: `College ${random(3)}`,
    activeOn: day(random(50)),
    isHiding: random(5) === 0,
    hours: random(3) === 0 ? null : someWeek(),
  }));
  for (const { id, hours, ...member } of members) {
    await query(`UPDATE users SET skills = $2, college = $3, active_on = $4, listed = true WHERE id = $1`, [
      ...[id, member.skills, member.college, member.activeOn],
    ]);
    if (hours) await save({ id }, hours, day(3));
    if (member.isHiding)
      await query(`INSERT INTO notification_choices (user_id, presence_for) VALUES ($1, 'nobody')`, [id]);
  }
  await query(`UPDATE users SET skills = '{React,SQL}', college = 'college 1' WHERE id = $1`, [reader.id]);
});
afterAll(() => server.close());

const find = async (search: string) => (await server.call(`GET /api/people${search}`, reader.token)).body.data;
const all = async (search: string): Promise<{ id: number; about_hours?: number }[]> => {
  const found: { id: number; about_hours?: number }[] = [];
  for (let after = ''; ; ) {
    const page = await find(`${search}${after}`);
    found.push(...page.members);
    if (page.next === null) return found;
    after = `&after=${page.next}`;
  }
};
const about = (own: ZonedWeek, theirs: ZonedWeek | null): number => {
  const startMs = weekStartMs(own.zone, clock.nowMs());
  return theirs === null ? 0 : aboutHours(sharedTimes([own, theirs], startMs, weekEndMs(own.zone, startMs)));
};
/** Orders all members with the shared function alone, without a query, an index or a limit. */
const byFunction = (required: string[], own: ZonedWeek) =>
  members
    .map((member) =>
      fit(
        {
          id: member.id,
          required,
          skills: member.skills,
          aboutHours: about(own, member.hours),
          sameCollege: member.college === 'College 1',
          activeOn: member.isHiding ? null : member.activeOn,
        },
        fitWeek(clock.nowMs()),
      ),
    )
    .toSorted((a, b) => compareFits(a.rank, b.rank));

describe('the order by fit', () => {
  const own = someWeek();
  const project = (required_skills: string[]): Promise<number> => postProject(server, reader, { required_skills });

  it('to the reader equals the order of the shared function, over all pages and zones', async () => {
    await save(reader, own, day(3));
    const expected = byFunction(['React', 'SQL'], own).filter(hasInCommon);
    const found = await all('?sort=fit');
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ rank }) => rank.id));
    expect(found.map(({ about_hours = 0 }) => about_hours)).toEqual(expected.map(({ about_hours }) => about_hours));
    expect(new Set(expected.map(({ about_hours }) => about_hours)).size).toBeGreaterThan(3);
  });

  it('to a project equals the order of the shared function', async () => {
    const required = ['Go', 'Figma', 'JavaScript'];
    const found = await all(`?sort=project&project_id=${await project(required)}`);
    const expected = byFunction(required, own).filter(({ has }) => has.length > 0);
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ rank }) => rank.id));
    expect(found[0]).toMatchObject({ has: expected[0]?.has, missing: expected[0]?.missing });
  });

  it('counts the skills that a role needs', async () => {
    const roles = [{ name: 'Backend', seats: 1, skills: ['Go'] }];
    const id = await postProject(server, reader, { roles });
    const found = await all(`?sort=project&project_id=${id}`);
    expect(found.map((member) => member.id)).toEqual(
      byFunction(['Go'], own).flatMap(({ has, rank }) => (has.length > 0 ? [rank.id] : [])),
    );
  });
});

describe('the filter by shared hours', () => {
  it("reveals only each member's rounded hours, whatever number of hours is requested", async () => {
    const own = someWeek();
    await save(reader, own, day(3));
    const most = new Map(members.map(({ id }) => [id, 0]));
    for (let hours = 1; hours <= 168; hours += 1) {
      const ids = (await all(`?hours=${hours}`)).map(({ id }) => id);
      for (const id of ids) most.set(id, hours);
      if (ids.length === 0) break;
    }
    expect([...most]).toEqual(members.map(({ id, hours }) => [id, about(own, hours)]));
    for (const { id, hours } of members.slice(0, 10)) {
      const answers = (await server.call(`GET /api/people/${id}/hours`, reader.token)).body.data;
      expect([id, answers.about_hours]).toEqual([id, about(own, hours)]);
      expect(answers.longest.length).toBeLessThanOrEqual(3);
    }
    for (const wrong of ['0', '169', '1.5']) expect(await find(`?hours=${wrong}`)).toBeUndefined();
  }, 120_000);

  it('and all orders reveal nothing more to a reader who changes their own hours 200 times', async () => {
    const lists = ['?hours=4', '?sort=fit', '?sort=fit&hours=2'];
    const answers = async () => Promise.all(lists.map((list) => find(list)));
    const before = await answers();
    for (let change = 0; change < 200; change += 1) {
      const zone = zones[change % zones.length];
      const hours = withQuarters(emptyWeek, [change * 3], true);
      expect((await server.call('PUT /api/hours', reader.token, { hours, zone })).status).toBe(200);
      if (change % 20 === 0) expect(await answers()).toEqual(before);
    }
    expect(await answers()).toEqual(before);
    clock.aheadMs += dayMs;
    expect(await answers()).not.toEqual(before);
  }, 120_000);

  it('finds nobody for a reader who had no hours yesterday', async () => {
    const [first] = members;
    await query('DELETE FROM member_hours WHERE user_id = $1', [first?.id]);
    const { members: found } = (await server.call('GET /api/people?hours=1', first?.token)).body.data;
    expect(found).toEqual([]);
  });
});
