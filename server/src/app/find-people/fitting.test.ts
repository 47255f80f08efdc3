import { compareFits, fit, fitWeek } from '@sangam/shared/people/fit-order';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { skillKey, spellingsOf } from '@sangam/shared/people/skills';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSharedHours } from '../../people/people.js';
import type { Filter } from './candidates.queries.js';
import { type FitCriteria, rank } from './fitting.js';

const MEMBERS = 9_000;
const COMPARED = 500;
const READER = 1;
const nowMs = Date.now();
let opened: TestDatabase;
let members: Member[];

interface Member {
  id: number;
  skills: string[];
  college: string;
  takes_roles: string[];
  day: string | null;
}

// The skills: one common, one that a fifth of the members have, one that a tenth have (found only by an index), one rare. A large college
// and a small one. Some members hide their activity, have lapsed or are unlisted.
beforeAll(async () => {
  opened = await openTestDatabase();
  const { db } = opened.database;
  await sql`
    INSERT INTO users (name, email, skills, college, takes_roles, listed, active_on, hides_activity)
    SELECT 'Member ' || n, 'member' || n || '@example.org',
      ARRAY(SELECT skill FROM (VALUES ('React.JS', 2), ('SQL', 5), ('Go', 31), ('O''"{Rare}, \', 97)) AS s (skill, every)
        WHERE (n * 7919) % every = 0),
      CASE WHEN n % 3 = 0 THEN 'IIT Bombay' WHEN n % 50 = 1 THEN 'Élite' ELSE '' END,
      CASE WHEN n % 4 = 0 THEN '{Backend}' ELSE '{}' END::text[], n % 11 <> 0,
      (now() AT TIME ZONE 'UTC')::date - (n * 104729 % 70)::int, n % 13 = 0
    FROM generate_series(1, ${MEMBERS}::int) n`.execute(db);
  await sql`ANALYZE users`.execute(db);
  const { rows } = await sql<Member>`
    SELECT id, skills, college, takes_roles, CASE WHEN hides_activity THEN NULL ELSE active_on::text END AS day FROM users
    WHERE listed AND active_on > (now() AT TIME ZONE 'UTC')::date - 60 AND id <> ${READER}
    ORDER BY hides_activity, CASE WHEN hides_activity THEN NULL ELSE active_on END DESC, id DESC`.execute(db);
  members = rows;
}, 120_000);
afterAll(() => opened.close());

const hasOneOf = (own: readonly string[], skills: readonly string[]) =>
  own.some((skill) => skills.map(skillKey).includes(skillKey(skill)));

/** Does the same as `rank` slowly and obviously, from all members in memory. */
function slowly(filter: Filter, { required, reader, week, isForProject }: FitCriteria): number[] {
  const found = members.filter(
    ({ skills, college, takes_roles }) =>
      filter.skills.every((group) => hasOneOf(skills, group)) &&
      (filter.role === '' || takes_roles.some((role) => role.toLowerCase() === filter.role)) &&
      (filter.college === '' || college === filter.college),
  );
  const covering = found.filter(({ skills }) => hasOneOf(skills, required));
  const ofCollege = found.filter(({ college }) => college === reader.college && college !== '');
  const pools = isForProject && required.length > 0 ? [covering] : [found, covering, ofCollege];
  return [...new Set(pools.flatMap((pool) => pool.slice(0, COMPARED)))]
    .map(({ id, skills, college, day: activeOn }) => {
      const sameCollege = college === reader.college && college !== '';
      return fit({ id, required, skills, aboutHours: null, sameCollege, activeOn }, week);
    })
    .filter(hasInCommon)
    .map(({ rank }) => rank)
    .toSorted(compareFits)
    .map(({ id }) => id);
}

const rare = `O'"{Rare}, \\`;
const filters: [string, Partial<Filter>][] = [
  ['all', {}],
  ['a common skill', { skills: [spellingsOf('React')] }],
  ['a less common skill', { skills: [spellingsOf('sql')] }],
  ['an uncommon skill', { skills: [spellingsOf('golang')] }],
  ['a rare skill with signs', { skills: [spellingsOf(rare)] }],
  ['two skills', { skills: [spellingsOf('React'), spellingsOf('SQL')] }],
  ['a skill that nobody has', { skills: [['cobol']] }],
  ['a role', { role: 'backend' }],
  ['a role and a skill', { role: 'backend', skills: [spellingsOf('Go')] }],
  ['a large college', { college: 'IIT Bombay' }],
  ['a large college and a rare skill', { college: 'IIT Bombay', skills: [spellingsOf(rare)] }],
  ['a small college', { college: 'Élite' }],
  ['a small college and a common skill', { college: 'Élite', skills: [spellingsOf('JS'), spellingsOf('React')] }],
];
const readers: [string, string[], string, boolean][] = [
  ['of a large college with common skills', ['React', 'SQL'], 'IIT Bombay', false],
  ['of a small college with rare skills', [rare, 'Golang'], 'Élite', false],
  ['without skills', [], 'Élite', false],
  ['for a project', ['Go', 'Elm'], 'IIT Bombay', true],
];

it.each(readers)(
  'ranks the same members as a slow version: %s',
  async (_, required, college, isForProject) => {
    const { db } = opened.database;
    const hours = await readSharedHours(db, READER, nowMs);
    const wanted: FitCriteria = {
      required,
      reader: { skills: required, college },
      hours,
      week: fitWeek(nowMs),
      isForProject,
    };
    for (const [name, part] of filters) {
      const filter: Filter = { readerId: READER, skills: [], role: '', college: '', freeFrom: null, ...part };
      const ranked = await rank(db, filter, wanted);
      expect(
        ranked.map(({ rank }) => rank.id),
        name,
      ).toEqual(slowly(filter, wanted));
    }
  },
  60_000,
);
