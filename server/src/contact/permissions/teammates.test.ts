import { looksInto, mostRowsByGenericPlan, mostRowsOfAStep } from '@sangam/testing/database/statements';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { startTestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { pageView } from './member-page.queries.js';
import { areTeammates, asMember } from './queries.js';

const TEAMS = 100;
const SIZE = 20;
const OTHERS = 31;

it('the teams of a member of many teams are read once for a list of members, not for each of them', async () => {
  await using server = await startTestServer();
  const { db } = server.database;
  const reader = await server.signUp('Asha');
  const first = reader.id + 1;
  await withoutTimeouts(server.database, async ({ db }) => {
    await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, 'filler' || n || '@example.org'
      FROM generate_series(1, 600) n`.execute(db);
    await sql`
      WITH made AS (
        INSERT INTO projects (creator_id, title, description, category, max_members, member_count)
        SELECT ${first}::int8 + n, 'Team ' || n, '', 'other', ${sql.lit(SIZE)}, ${sql.lit(SIZE)} FROM generate_series(1, ${TEAMS}::int) n
        RETURNING id, creator_id
      )
      INSERT INTO project_members (project_id, user_id)
      SELECT id, creator_id FROM made UNION ALL SELECT id, ${reader.id}::int8 FROM made
      UNION ALL SELECT id, ${first}::int8 + 110 + (creator_id * 17 + n) % 400 FROM made, generate_series(1, ${sql.lit(SIZE - 2)}) n`.execute(
      db,
    );
    await sql`ANALYZE`.execute(db);
  });
  // Half of them are creators of teams, half are in no team.
  const others = sql`SELECT u.id FROM users u WHERE u.id BETWEEN ${first + 90} AND ${first + 89 + OTHERS}`;
  const asked = (a: typeof reader.id) => {
    const other = sql.ref<number>('u.id');
    return sql<{
      id: number;
      is: boolean;
    }>`SELECT u.id, ${areTeammates(asMember(a), other)} AS is FROM (${others}) AS u ORDER BY u.id`;
  };
  const { rows } = await asked(reader.id).execute(db);
  const { rows: mates } = await sql<{ user_id: number }>`
    SELECT DISTINCT user_id FROM project_members
    WHERE project_id IN (SELECT project_id FROM project_members WHERE user_id = ${reader.id})`.execute(db);
  const mateIds = new Set(mates.map(({ user_id }) => Number(user_id)));
  expect(rows).toHaveLength(OTHERS);
  expect(rows.map(({ is }) => is)).toEqual(rows.map((row) => mateIds.has(Number(row.id))));
  expect(new Set(rows.map(({ is }) => is))).toEqual(new Set([true, false]));
  const { sql: text, parameters } = asked(reader.id).compile(db);
  const statement = { text, values: [...parameters] };
  for (const mostRows of [mostRowsOfAStep, mostRowsByGenericPlan])
    expect(await mostRows(server.database, statement)).toBeLessThan(TEAMS);

  // A list of members reads the reader's teams once.
  const views = sql<{ id: number; view: string | null }>`
    SELECT u.id, ${pageView(reader.id, sql.ref('u.id'), new Date())} AS view FROM (${others}) AS u ORDER BY u.id`;
  const { rows: viewed } = await views.execute(db);
  expect(viewed.map(({ view }) => view === 'team')).toEqual(rows.map(({ is }) => is));
  const list = views.compile(db);
  const looks = await looksInto(server.database, { text: list.sql, values: [...list.parameters] }, 'project_members');
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(2 * TEAMS);
});
