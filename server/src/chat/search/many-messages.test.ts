import { dayMs } from '@sangam/shared/core/limits';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { runsFull } from '@sangam/testing/runs';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DomainEvents } from '../../platform/events.js';
import { createBus } from '../../platform/lib/bus.js';
import { systemClock } from '../../platform/lib/clock.js';
import { indexHandler } from './indexer.js';
import { createSearchService, type SearchService } from './service.js';

/** One member with very many messages in ten conversations, with word frequencies as in a language. Timed in the full mode. */
const MESSAGES = runsFull ? 1_000_000 : 10_000;
const CONVERSATIONS = 10;
const ASHA = 1;
const P95_MAX_MS = 100;

let test: TestDatabase;
let search: SearchService;
const bus = createBus<DomainEvents>(pino({ level: 'silent' }));
beforeAll(async () => {
  test = await openTestDatabase();
  const { db } = test.database;
  search = createSearchService({ db, bus, clock: systemClock });
  const word = `'w' || to_hex((power(random(), 4) * 30000 + n * 0)::int)`;
  const content = Array.from({ length: 8 }, () => word).join(` || ' ' || `);
  await withoutTimeouts(test.database, async ({ pool }) => {
    await pool.query(`
      SET session_replication_role = replica;
      INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org' FROM generate_series(1, ${CONVERSATIONS + 1}) n;
      WITH made AS (
        INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
        SELECT 1, n + 1, size, ARRAY[size / 2, size / 2], now()
        FROM (SELECT n, ${MESSAGES / CONVERSATIONS} AS size FROM generate_series(1, ${CONVERSATIONS}) n) AS s
        RETURNING id, low_id, high_id, last_seq
      ), joined AS (
        INSERT INTO memberships (user_id, other_id, conversation_id, slot)
        SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
      )
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
      SELECT id, n, CASE n % 2 WHEN 1 THEN low_id ELSE high_id END, (n + 1) / 2,
             CASE n WHEN 77 THEN 'needle' ELSE ${content} END, now() - (last_seq - n + id / 20.0) * interval '1 minute'
      FROM made, generate_series(1, last_seq) n;
      RESET session_replication_role;
      ANALYZE`);
  });
}, 600_000);
afterAll(() => test.close());

const timed = async (q: string): Promise<{ ms: number; found: number }> => {
  const startedMs = performance.now();
  const { page } = await search.messages(ASHA, { q });
  return { ms: performance.now() - startedMs, found: page.messages.length };
};

it('searches very many messages in a tenth of a second at most', { timeout: 900_000 }, async () => {
  const unready = await search.messages(ASHA, { q: 'needle' });
  expect(unready.page.is_indexing).toBe(true);
  const startedMs = performance.now();
  const { db } = test.database;
  const handler = indexHandler({ db, bus, clock: systemClock });
  // Like the worker: a run that is out of time queues another one.
  do {
    await db.deleteFrom('jobs').execute();
    await handler.run({ user_id: ASHA }, { jobKey: 'one' });
  } while (await db.selectFrom('jobs').select('id').executeTakeFirst());
  const indexedMs = performance.now() - startedMs;
  // Autovacuum would have done this.
  await withoutTimeouts(test.database, async ({ pool }) => void (await pool.query('VACUUM ANALYZE search_blocks')));
  expect((await search.messages(ASHA, { q: 'needle' })).page.messages).toHaveLength(CONVERSATIONS);
  expect((await search.messages(ASHA, { q: 'needle' })).page.is_indexing).toBe(false);
  // Frequent, rare, several and very short words; one conversation, one sender, long ago, files, and no match.
  const searches = [
    'w0',
    'w1',
    'wfff',
    'w7000',
    'w7123 w0',
    'w70 w71',
    'w12 w34 w56',
    'w',
    'w7',
    'w1a in:"Member 3"',
    'w1a from:"Member 4"',
    'w3 from:me',
    `w0 before:${new Date(Date.now() - 40 * dayMs).toISOString().slice(0, 10)}`,
    'has:file',
    'zzz',
    'needle',
  ];
  const times: number[] = [];
  for (let round = 0; round < (runsFull ? 20 : 1); round += 1)
    for (const q of searches) {
      const { ms, found } = await timed(q);
      times.push(ms);
      if (round === 0 && runsFull) process.stdout.write(`${q}: ${Math.round(ms)} ms, ${found}\n`);
    }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  if (runsFull) process.stdout.write(`indexed in ${Math.round(indexedMs / 1_000)} s; p95 ${Math.round(p95)} ms\n`);
  if (runsFull) expect(p95).toBeLessThan(P95_MAX_MS);
});
