import { Kysely, PostgresDialect, sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import { builtOnce } from './built-once.js';
import type { Db } from './database.js';

const query = vi.fn(async (_text: string, _values: unknown[]) => ({ command: 'SELECT', rowCount: 0, rows: [] }));
const pool = { connect: async () => ({ query, release: vi.fn() }), end: vi.fn() };
const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });

beforeEach(() => query.mockClear());

const pageOfSeats = (build = vi.fn()) =>
  builtOnce<{ userId: number; before?: number | undefined; role: string | null }, unknown>(
    ({ userId, before, role }) => {
      build();
      return sql`SELECT ${userId}::int8 FROM seats WHERE ${1} = ${userId} AND role = ${role}${before ? sql` AND id < ${before}` : sql``}`;
    },
  );

it('builds a statement once for each set of present values', async () => {
  const build = vi.fn();
  const list = pageOfSeats(build);
  for (const userId of [1, 2, 3]) await list(db, { userId, before: undefined, role: 'Design' });
  expect(build).toHaveBeenCalledTimes(1);
  for (const before of [0, 9]) await list(db, { userId: 1, before, role: 'Design' });
  expect(build).toHaveBeenCalledTimes(2);
});

it('sends the values of each use, in the order of the text', async () => {
  const list = pageOfSeats();
  await list(db, { userId: 7, role: null });
  await list(db, { role: 'Law', before: 0, userId: 8 });
  await list(db, { userId: 9, role: 'Design' });
  const text = 'SELECT $1::int8 FROM seats WHERE $2 = $3 AND role = $4';
  expect(query.mock.calls).toEqual([
    [text, [7, 1, 7, null]],
    [`${text} AND id < $5`, [8, 1, 8, 'Law', 0]],
    [text, [9, 1, 9, 'Design']],
  ]);
});

it('takes a query of the builder', async () => {
  const names = builtOnce<{ ids: number[]; max: number }, { name: string }>(({ ids, max }, from) =>
    from
      .selectFrom('users')
      .select('name')
      .where('id', '=', sql<number>`ANY (${ids})`)
      .where('college', '=', 'IISc')
      .limit(max),
  );
  await names(db, { ids: [1, 2], max: 5 });
  expect(query).toHaveBeenCalledWith('select "name" from "users" where "id" = ANY ($1) and "college" = $2 limit $3', [
    [1, 2],
    'IISc',
    5,
  ]);
});
