import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { onServer, withDatabase } from '@sangam/testing/database/template';
import { runsFull } from '@sangam/testing/runs';
import { startTemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Db, openPostgres } from '../src/platform/db/database.js';
import { createMigrator, migrate } from '../src/platform/db/migrate.js';

const FROM = '0060-told-read-marks';
const MEMBERS = 5_000;
const CONVERSATIONS = 50_000;
const MESSAGES = 1_000_000;
const SENDERS = 4;
const BLOCKED_MAX_MS = 1_000;

const isFull = runsFull && inject('template').kind === 'postgres';
const log = pino({ level: 'silent' });

/** 50,000 conversations of 5,000 members, with 20 messages each. */
async function fill(db: Db): Promise<void> {
  await sql`SET session_replication_role = replica`.execute(db);
  await sql`INSERT INTO users (name, email) SELECT 'Member ' || n, n || '@example.org'
    FROM generate_series(1, ${MEMBERS}) n`.execute(db);
  await sql`INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, last_message_at)
    SELECT 1 + n % ${MEMBERS / 2}, ${MEMBERS / 2} + 1 + (n + n / ${MEMBERS / 2} * 7) % ${MEMBERS / 2}, 20, 10, 10, now()
    FROM generate_series(0, ${CONVERSATIONS - 1}) n`.execute(db);
  await sql`INSERT INTO memberships (user_id, other_id, conversation_id)
    SELECT low_id, high_id, id FROM conversations UNION ALL SELECT high_id, low_id, id FROM conversations`.execute(db);
  await sql`INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT c.id, n, CASE n % 2 WHEN 1 THEN low_id ELSE high_id END, (n + 1) / 2, gen_random_uuid(),
           'A message of some words, as members write them: ' || n, now()
    FROM conversations c, generate_series(1, ${MESSAGES / CONVERSATIONS}) n`.execute(db);
  await sql`SET session_replication_role = origin`.execute(db);
  await sql`ANALYZE`.execute(db);
}

/** The statement with which servers sent a message from `FROM` until 0115. */
const SEND = `
  WITH stamp AS MATERIALIZED (
    SELECT ms, to_timestamp(ms / 1000.0) AS at FROM (
      SELECT CASE WHEN next < $1::int8 THEN setval('message_time', $1::int8) ELSE next END AS ms
      FROM (SELECT nextval('message_time') AS next) AS s) AS t
  ), bumped AS (
    UPDATE conversations c
    SET last_seq = c.last_seq + 1, low_sent = c.low_sent + d.low, high_sent = c.high_sent + 1 - d.low,
        last_message_at = greatest(c.last_message_at, stamp.at)
    FROM stamp, unnest((SELECT $2::int8[]), (SELECT $3::int4[]), (SELECT $4::int8[]), (SELECT $5::uuid[]), (SELECT $6::text[]))
      AS d (id, low, sender_id, client_id, content)
    WHERE c.id = d.id AND NOT CASE d.low WHEN 1 THEN c.low_checked ELSE c.high_checked END
    RETURNING c.id, c.last_seq AS seq, CASE d.low WHEN 1 THEN c.low_sent ELSE c.high_sent END AS sender_seq,
              d.sender_id, d.client_id, d.content, c.last_message_at AS at
  )
  INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
  SELECT id, seq, sender_id, sender_seq, client_id, content, at FROM bumped`;

/** False after a deadlock, after which a server retries. */
const send = (client: pg.Client, conversationId: string, senderId: string): Promise<boolean> =>
  client
    .query({
      text: SEND,
      values: [Date.now(), [conversationId], [1], [senderId], [randomUUID()], ['during the migration']],
    })
    .then(
      () => true,
      (error: pg.DatabaseError) => {
        if (error.code === DEADLOCK) return false;
        throw error;
      },
    );

/**
 * Sends as servers of that version do, one message after the other on each connection. Returns the longest time that one took
 * since the last call.
 */
async function startSending(url: string) {
  let slowestMs = 0;
  let sentCount = 0;
  let deadlocks = 0;
  let isStopped = false;
  const clients = await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const { rows } = await (clients[0] as pg.Client).query<{ id: string; low_id: string }>(
    'SELECT id, low_id FROM conversations ORDER BY random() LIMIT 1000',
  );
  const running = clients.map(async (client, lane) => {
    for (let n = lane; !isStopped; n += SENDERS) {
      const { id = '', low_id = '' } = rows[n % rows.length] ?? {};
      const startedMs = performance.now();
      while (!(await send(client, id, low_id))) deadlocks += 1;
      sentCount += 1;
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    }
  });
  return {
    sent: () => sentCount,
    deadlocks: () => deadlocks,
    slowest() {
      const answer = slowestMs;
      slowestMs = 0;
      return answer;
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

async function migrateUp(db: Db): Promise<string[]> {
  const { error, results = [] } = await createMigrator(db).migrateUp();
  expect(error).toBeUndefined();
  return results.map(({ migrationName }) => migrationName);
}

const DEADLOCK = '40P01';

describe.runIf(isFull)('a database with a million messages', () => {
  it('is migrated while members send: one by one or all at once, no send waits for a second', {
    timeout: 1_200_000,
  }, async () => {
    const postgres = await startTemporaryPostgres();
    if (!postgres) throw new Error('PostgreSQL is not installed on this machine');
    onTestFinished(() => postgres.stop());
    const open = (name: string) =>
      openPostgres(withDatabase(postgres.url, name), 2, log, { bounds: {}, naming: false });
    await onServer(postgres.url, 'CREATE DATABASE filled');
    const filled = open('filled');
    expect((await createMigrator(filled.db).migrateTo(FROM)).error).toBeUndefined();
    await filled.db.connection().execute(fill);
    await filled.close();

    const figures: string[] = [];
    const blocked: number[] = [];
    for (const way of ['one by one', 'all, as at a start'] as const) {
      await onServer(postgres.url, 'CREATE DATABASE migrated TEMPLATE filled STRATEGY FILE_COPY');
      const { db, close } = open('migrated');
      const sending = await startSending(withDatabase(postgres.url, 'migrated'));
      await sleep(2_000);
      figures.push(`without a migration: ${Math.round(sending.slowest())} ms`);
      for (;;) {
        const startedMs = performance.now();
        const names = way === 'one by one' ? await migrateUp(db) : await migrate(db);
        const tookMs = Math.round(performance.now() - startedMs);
        if (names.length === 0) break;
        // Waits for messages that began before its end.
        await sleep(200);
        const slowestMs = Math.round(sending.slowest());
        // By itself, in a transaction, the index on deleted messages would block senders: a start builds it concurrently.
        if (way !== 'one by one') blocked.push(slowestMs);
        const name = names.length === 1 ? names[0] : `${names.length} migrations`;
        figures.push(`${name}: ${tookMs} ms, the slowest send ${slowestMs} ms`);
      }
      expect(sending.sent()).toBeGreaterThan(100);
      expect(sending.deadlocks()).toBe(0);
      await sending.stop();
      const { rows } = await sql`SELECT FROM conversations
        WHERE last_seq <> sent[1] + sent[2] OR low_sent <> sent[1] OR high_sent <> sent[2]`.execute(db);
      expect(rows).toEqual([]);
      await close();
      await onServer(postgres.url, 'DROP DATABASE migrated WITH (FORCE)');
    }
    process.stdout.write(`${figures.join('\n')}\n`);
    expect(Math.max(...blocked)).toBeLessThan(BLOCKED_MAX_MS);
  });
});
