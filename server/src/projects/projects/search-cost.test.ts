import { blocksOf, recordStatements } from '@sangam/testing/database/statements';
import { startTestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

/** Projects whose words are too long to be stored in the row. */
const FOUND = 40;
/** Of one project in all steps: finding it, its words, and its row on the page with creator, roles and request. */
const BLOCKS_OF_EACH = 20;

it('a search reads the words of a project once to rank it', async () => {
  await using server = await startTestServer();
  const member = await server.signUp();
  const { db } = server.database;
  await sql`INSERT INTO projects (creator_id, title, description, category, max_members)
    SELECT ${member.id}, 'Long', (SELECT string_agg(md5(n || ':' || word), ' ') FROM generate_series(1, 100) word) || ' zebra', 'other', 2
    FROM generate_series(1, ${FOUND}::int) n`.execute(db);
  const { result, statements } = await recordStatements(async () =>
    server.app.fastify.inject({
      url: '/api/projects?search=zebra',
      headers: { authorization: `Bearer ${member.token}` },
    }),
  );
  expect(result.json().data.projects).toHaveLength(FOUND);
  const ranked = statements.find(({ text }) => text.includes('ranked'));
  if (ranked === undefined) throw new Error('No statement ranks projects.');
  expect(await blocksOf(server.database, ranked)).toBeLessThan(FOUND * BLOCKS_OF_EACH);
});
