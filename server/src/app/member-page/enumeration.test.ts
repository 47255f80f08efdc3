import { recordStatements } from '@sangam/testing/database/statements';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** An id that no member has. Neither an answer nor the work for it may differ for members without a page for the reader. */
const NOBODY = 999_999_999;
let server: TestServer;
let reader: AddedMember;
const hidden = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'off' } });
  const added = await addMembers(server.database, 8, server.jwtSecret);
  const [first, mate, unlisted, lapsed, blocked, blocking, suspended, deleted] = added;
  if (!first || !mate || !unlisted || !lapsed || !blocked || !blocking || !suspended || !deleted)
    throw new Error('No members were added.');
  reader = first;
  await query(
    `UPDATE users SET name = 'Kaveri ' || id, college = 'IIT', skills = '{Go}', listed = true, active_on = current_date`,
  );
  await query(`INSERT INTO member_hours (user_id, hours, zone, changed_on)
    SELECT id, repeat('1100', 168)::bit(672), 'Asia/Kolkata', '2026-01-01' FROM users`);
  await query(`INSERT INTO member_pictures (id, user_id, small, large, created_at)
    SELECT gen_random_uuid(), id, 'small', 'large', now() FROM users`);
  // Each is in a team with another member, and created a project that was deleted.
  const project = await postProject(server, mate);
  await query('INSERT INTO project_members (project_id, user_id) SELECT $1, id FROM users WHERE id NOT IN ($2, $3)', [
    ...[project, reader.id, mate.id],
  ]);
  await query(
    `INSERT INTO projects (creator_id, title, description, category, state, max_members) SELECT id, 'G', 'D', 'other', 'deleted', 5 FROM users`,
  );
  await query('UPDATE users SET listed = false WHERE id = $1', [unlisted.id]);
  await query('UPDATE users SET active_on = current_date - 90 WHERE id = $1', [lapsed.id]);
  await server.call(`PUT /api/blocks/${blocked.id}`, reader.token);
  await server.call(`PUT /api/blocks/${reader.id}`, blocking.token);
  await query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
  await query('UPDATE users SET deleted_at = now() WHERE id = $1', [deleted.id]);
  await query(`INSERT INTO notification_choices (user_id, found_by) VALUES ($1, 'nobody')`, [unlisted.id]);
  for (const [name, { id }] of Object.entries({ unlisted, lapsed, blocked, blocking, suspended, deleted }))
    hidden.set(name, id);
  // Otherwise autovacuum may run between two plans that are compared, and VACUUM and ANALYZE both change a plan's cost.
  await query('VACUUM (ANALYZE)');
});
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

const ask = async (path: string, by: AddedMember | null) => {
  const headers = by === null ? {} : { authorization: `Bearer ${by.token}` };
  const { result, statements } = await recordStatements(async () =>
    server.app.fastify.inject({ method: 'GET', url: path, headers }),
  );
  return { status: result.statusCode, body: result.body.replace(/"request_id":"[0-9a-f-]{36}"/u, ''), statements };
};

/** Returns how often the plan of each statement reads each table. */
async function readsOf(statements: readonly { text: string; values: unknown[] }[]): Promise<unknown[]> {
  const reads: unknown[] = [];
  for (const { text, values } of statements) {
    const { rows } = await server.database.pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
    const walk = (node: Node): unknown[] => [
      ...(node['Relation Name'] === undefined ? [] : [[node['Relation Name'], node['Actual Loops']]]),
      ...(node.Plans ?? []).flatMap(walk),
    ];
    reads.push(walk(rows[0]['QUERY PLAN'][0].Plan));
  }
  return reads;
}

/** Returns the steps of each statement's plan that were executed. */
async function stepsOf(statements: readonly { text: string; values: unknown[] }[]): Promise<unknown[]> {
  const executed: unknown[] = [];
  for (const { text, values } of statements) {
    const { rows } = await server.database.pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
    const walk = (node: Node): unknown[] => [
      [node['Node Type'], node['Subplan Name'], node['Actual Loops'] > 0],
      ...(node.Plans ?? []).flatMap(walk),
    ];
    executed.push(walk(rows[0]['QUERY PLAN'][0].Plan));
  }
  return executed;
}
interface Node {
  'Node Type': string;
  'Subplan Name'?: string;
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Node[];
}

it.each([
  ['the page', 'GET', (id: number) => `/api/people/${id}`],
  ['the page, for a visitor', 'visitor', (id: number) => `/api/people/${id}`],
  ['the shared hours', 'GET', (id: number) => `/api/people/${id}/hours`],
  ['the picture', 'GET', (id: number) => `/api/pictures?ids=${id}`],
  ['the card', 'card', (id: number) => `/api/users?ids=${id}`],
])('%s gives the same answer, by the same work, as for an id that nobody has', async (_, by, path) => {
  const member = by === 'visitor' ? null : reader;
  const nobody = await ask(path(NOBODY), member);
  const texts = nobody.statements.map(({ text }) => text);
  for (const [name, id] of hidden) {
    // Lapsed members have a card, and can be found by name.
    if (by === 'card' && name === 'lapsed') continue;
    const found = await ask(path(id), member);
    // An answer about several members names those without a page.
    const body = found.body.replace(`"without_page":[${id}]`, `"without_page":[${NOBODY}]`);
    expect([name, found.status, body]).toEqual([name, nobody.status, nobody.body]);
    expect([name, found.statements.map(({ text }) => text)]).toEqual([name, texts]);
    // In immediate succession, so that both are planned from the same statistics.
    const steps = await stepsOf(nobody.statements);
    expect([name, await stepsOf(found.statements)]).toEqual([name, steps]);
  }
});

it('a search by name returns the same for members whom the reader may not see as for a name that nobody has', async () => {
  const nobody = await ask('/api/search/people?q=nobody%20999&page=yes', reader);
  for (const [name, id] of hidden) {
    const found = await ask(`/api/search/people?q=kaveri%20${id}&page=yes`, reader);
    expect([name, found.status, found.body]).toEqual([name, 200, nobody.body]);
    expect([name, found.statements.map(({ text }) => text)]).toEqual([name, nobody.statements.map(({ text }) => text)]);
    const reads = await readsOf(nobody.statements);
    expect([name, await readsOf(found.statements)]).toEqual([name, reads]);
  }
});

it('the thread with a stranger runs the same statements whether or not there is a block', async () => {
  const threadWith = async (name: string) => {
    const { status, statements } = await ask(`/api/messages/conversation/${hidden.get(name)}`, reader);
    return [status, statements.map(({ text }) => text)];
  };
  const unknown = await threadWith('unlisted');
  expect(unknown[0]).toBe(200);
  for (const name of ['blocked', 'blocking']) expect([name, await threadWith(name)]).toEqual([name, unknown]);
});
