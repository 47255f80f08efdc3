import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DomainEvents } from '../../platform/events.js';
import { createBus } from '../../platform/lib/bus.js';
import { systemClock } from '../../platform/lib/clock.js';
import { indexHandler } from './indexer.js';

let test: TestDatabase;
const bus = createBus<DomainEvents>(pino({ level: 'silent' }));
const MESSAGES = 1_500;
const BLOCKS = Math.ceil(MESSAGES / 64);
const BLOCKS_OF_A_RUN = 4;

beforeAll(async () => {
  test = await openTestDatabase();
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, 2) n`.execute(
    test.database.db,
  );
  await sql`
    WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
      VALUES (1, 2, ${MESSAGES}, ARRAY[${sql.lit(MESSAGES)}, 0], now() - interval '1 hour') RETURNING id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id) SELECT n, 3 - n, id FROM made, generate_series(1, 2) n
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
    SELECT id, n, 1, n, 'word w' || n, now() - (${MESSAGES} - n) * interval '1 minute' FROM made, generate_series(1, ${MESSAGES}) n`.execute(
    test.database.db,
  );
});
afterAll(() => test.close());

const count = async (table: string, where = sql`true`): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${where}`.execute(
    test.database.db,
  );
  return rows[0]?.n ?? 0;
};
const run = (runMs?: number) =>
  indexHandler({ db: test.database.db, bus, clock: systemClock, ...(runMs !== undefined && { runMs }) }).run(
    { user_id: 1 },
    { jobKey: 'one' },
  );
const queued = () => count('jobs', sql`kind = 'search:index'`);

it('queues another run when out of time, which continues where it ended', async () => {
  const written: number[] = [];
  for (let runs = 0; runs < 20; runs += 1) {
    await sql`DELETE FROM jobs`.execute(test.database.db);
    await run(0);
    written.push(await count('search_blocks'));
    if ((await queued()) === 0) break;
    // Not all messages are in blocks yet, so the member isn't recorded as indexed.
    expect(await count('search_members')).toBe(0);
  }
  const steps = Math.ceil(BLOCKS / BLOCKS_OF_A_RUN);
  const expected = Array.from({ length: steps }, (_, step) => Math.min(BLOCKS, (step + 1) * BLOCKS_OF_A_RUN));
  // The last run finds nothing left to write.
  expect(written).toEqual([...expected, BLOCKS]);
  expect(await count('search_members')).toBe(1);
  expect(await count('search_blocks', sql`words @@ '1/w1500'`)).toBe(1);
});

it('writes all blocks in one run if there is time, and queues no other run', async () => {
  await sql`TRUNCATE search_blocks, search_members, jobs`.execute(test.database.db);
  await run();
  expect([await count('search_blocks'), await queued()]).toEqual([BLOCKS, 0]);
});
