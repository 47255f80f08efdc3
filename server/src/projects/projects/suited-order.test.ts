import { skillKey } from '@sangam/shared/people/skills';
import type { SuitedProject } from '@sangam/shared/projects/projects';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SUGGESTED = 3;
const SKILLS = ['JS', 'javascript', 'React', 'reactjs', 'K8s', 'Go', 'SQL', 'Rust', 'Figma', 'Law', 'ECMAScript'];

/** The same numbers in each run (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) % below;
  };
}
const number = numbersFrom(7);
const some = (max: number): string[] =>
  Array.from({ length: number(max + 1) }, () => SKILLS[number(SKILLS.length)] ?? '');

interface Listed {
  id: number;
  needed: string[];
  team: number[];
}
const members = Array.from({ length: 60 }, (_, n) => ({ id: 100 + n, skills: [...new Set(some(6))] }));
/** More projects than are compared at first, even of those that need certain skills. */
const projects: Listed[] = Array.from({ length: 700 }, (_, n) => ({
  id: 1_000 + n,
  needed: n % 3 === 0 ? ['React'] : [...some(4), ...some(3)],
  team: [...new Set([100 + number(60), ...Array.from({ length: number(6) }, () => 100 + number(60))])],
}));

let server: TestServer;
let reader: TestMember;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'off' } });
  reader = await server.signUp('Reader');
  await withoutTimeouts(server.database, async ({ db }) => {
    await sql`SET session_replication_role = replica`.execute(db);
    for (const { id, skills } of members)
      await sql`INSERT INTO users (id, name, email, skills) OVERRIDING SYSTEM VALUE
        VALUES (${id}, 'Member', ${`m${id}@example.org`}, ${skills})`.execute(db);
    for (const { id, needed, team } of projects) {
      const [creator] = team;
      const half = needed.length >> 1;
      await sql`INSERT INTO projects (id, creator_id, title, description, category, max_members, member_count, required_skills, role_skills, search_text, title_words, search_words)
        OVERRIDING SYSTEM VALUE VALUES (${id}, ${creator}, 'Project', 'It', 'other', 20, ${team.length}, ${needed.slice(0, half)}, ${needed.slice(half)}, '', '', '')`.execute(
        db,
      );
      await sql`INSERT INTO project_members (project_id, user_id) SELECT ${id}, unnest(${team}::int8[])`.execute(db);
    }
    await sql`SET session_replication_role = origin`.execute(db);
    await sql`ANALYZE`.execute(db);
  });
}, 120_000);
afterAll(() => server.close());

const skillsOf = new Map(members.map(({ id, skills }) => [id, skills]));

/** Computes the order of `docs/matching.md` from all projects and all members of their teams. */
function expected(skills: readonly string[], asked: ReadonlySet<number>): { id: number; covers: string[] }[] {
  const own = new Set(skills.map(skillKey));
  return projects
    .filter(({ id }) => !asked.has(id))
    .flatMap(({ id, needed, team }) => {
      const held = new Set(team.flatMap((member) => skillsOf.get(member) ?? []).map(skillKey));
      const all = needed.filter(
        (skill, at) => own.has(skillKey(skill)) && needed.findIndex((one) => skillKey(one) === skillKey(skill)) === at,
      );
      const lacked = all.filter((skill) => !held.has(skillKey(skill)));
      return all.length === 0 ? [] : [{ id, covers: lacked.length > 0 ? lacked : all, lacked: lacked.length }];
    })
    .toSorted((a, b) => b.lacked - a.lacked || b.id - a.id)
    .slice(0, SUGGESTED)
    .map(({ id, covers }) => ({ id, covers }));
}

const readers = [['React'], ['reactjs', 'react.js'], ['Law'], ['None'], ...Array.from({ length: 12 }, () => some(5))];

it.each(readers.map((skills) => [skills.join(', '), skills] as const))(
  'compares all teams for a reader with %s',
  async (_, skills) => {
    const { db } = server.database;
    await sql`UPDATE users SET skills = ${[...skills]} WHERE id = ${reader.id}`.execute(db);
    const asked = new Set<number>();
    // Each round asks to join the first projects, so that the next ones follow projects that can't be asked again.
    for (let round = 0; round < 3; round += 1) {
      await sql`DELETE FROM join_requests`.execute(db);
      for (const id of asked)
        await sql`INSERT INTO join_requests (project_id, creator_id, requester_id, message, status, answer_by)
        SELECT id, creator_id, ${reader.id}, '', 'pending', now() + interval '1 day' FROM projects WHERE id = ${id}`.execute(
          db,
        );
      const { data } = (await server.call('GET /api/projects/suited', reader.token)).body;
      const found = (data.projects as SuitedProject[]).filter(({ suited_by }) => suited_by === 'skills');
      const wanted = expected(skills, asked);
      expect(found.map(({ id, covers }) => ({ id, covers }))).toEqual(wanted);
      for (const { id } of wanted) asked.add(id);
    }
  },
);
