import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { withoutTimeouts } from '@sangam/testing/database/without-timeouts';
import { eventually } from '@sangam/testing/eventually';
import { runsFull } from '@sangam/testing/runs';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatExport } from '../../chat/member-data.queries.js';
import { peopleExport } from '../../people/member-data.queries.js';
import { systemClock } from '../../platform/lib/clock.js';
import { exportOf } from '../../platform/member-data/export.js';

/** A member with very many messages, notifications and old sessions. Only the full mode checks how long others wait. */
const MESSAGES = runsFull ? 100_000 : 3_000;
const CONVERSATIONS = runsFull ? 200 : 6;
const OTHER_ROWS = runsFull ? 20_000 : 1_200;
/** The longest that a sender may wait during an export or an erasure. */
const SEND_MAX_MS = 1_000;
const SEND_P99_MAX_MS = 500;
/** The size of a page of 500 messages of 200 characters with their fields. */
const CHUNK_MAX_CHARS = 500 * 500;

let server: TestServer;
let asha: TestMember;
let [ben, chitra]: TestMember[] = [];
beforeAll(async () => {
  server = await startTestServer({ timings: { jobs: { pollMs: 100, retryFirstMs: 20 } } });
  [asha, ben, chitra] = [await server.signUp(), await server.signUp(), await server.signUp()];
  await withoutTimeouts(server.database, async ({ pool }) => {
    await pool.query(`
      SET session_replication_role = replica;
      WITH others AS (
        INSERT INTO users (name, email) SELECT 'Member ' || n, 'many' || n || '@example.org'
        FROM generate_series(1, ${CONVERSATIONS}) n RETURNING id
      ), made AS (
        INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
        SELECT ${asha.id}, id, ${MESSAGES / CONVERSATIONS}, ARRAY[${MESSAGES / CONVERSATIONS / 2}, ${MESSAGES / CONVERSATIONS / 2}], now() FROM others
        RETURNING id, low_id, high_id, last_seq
      ), joined AS (
        INSERT INTO memberships (user_id, other_id, conversation_id, slot)
        SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
      )
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
      SELECT id, n, CASE n % 2 WHEN 1 THEN low_id ELSE high_id END, (n + 1) / 2, repeat('words ', 33), now()
      FROM made, generate_series(1, last_seq) n;
      INSERT INTO notifications (user_id, kind, key, title, created_at)
      SELECT ${asha.id}, 'interest:received', 'many' || n, 'T', now() FROM generate_series(1, ${OTHER_ROWS}) n;
      INSERT INTO message_acts (user_id, client_id, conversation_id, seq, done_at)
      SELECT ${asha.id}, gen_random_uuid(), 1, 1, now() FROM generate_series(1, ${OTHER_ROWS}) n;
      INSERT INTO sessions (id, user_id, expires_at, ended_at)
      SELECT gen_random_uuid(), ${asha.id}, now(), now() FROM generate_series(1, ${OTHER_ROWS}) n;
      RESET session_replication_role;
      ANALYZE`);
  });
}, 300_000);
afterAll(() => server.close());

const sql = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
const send = async () => {
  const startedMs = performance.now();
  const body = { receiver_id: chitra?.id, content: 'Meanwhile' };
  expect((await server.call('POST /api/messages', ben?.token, body)).status).toBe(201);
  return performance.now() - startedMs;
};

/** Runs `work` while another member keeps sending messages. */
async function whileSending(what: string, work: () => Promise<unknown>): Promise<void> {
  await send();
  const delays: IntervalHistogram = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  const startedMs = performance.now();
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) times.push(await send());
  await done;
  delays.disable();
  const sorted = times.toSorted((a, b) => a - b);
  const [p99, max] = [sorted[Math.floor(sorted.length * 0.99)] ?? 0, sorted.at(-1) ?? 0];
  if (!runsFull) return;
  process.stdout.write(
    `${what}: ${Math.round(performance.now() - startedMs)} ms; ${times.length} sends meanwhile, p99 ${Math.round(p99)} ms, ` +
      `at most ${Math.round(max)} ms; event loop p99 ${Math.round(delays.percentile(99) / 1e6)} ms, at most ${Math.round(delays.max / 1e6)} ms\n`,
  );
  expect(max).toBeLessThan(SEND_MAX_MS);
  expect(p99).toBeLessThan(SEND_P99_MAX_MS);
}

it('is read completely, in small pieces', { timeout: 300_000 }, async () => {
  let [longest, rows] = [0, 0];
  for await (const text of exportOf(server.database.db, systemClock, asha.id, [peopleExport, chatExport])) {
    longest = Math.max(longest, text.length);
    rows += text.split('"seq":').length - 1;
  }
  expect(rows).toBe(MESSAGES);
  expect(longest).toBeLessThan(CHUNK_MAX_CHARS);
});

it('downloads everything while others send', { timeout: 300_000 }, async () => {
  await whileSending('export', async () => {
    const headers = { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' };
    const proof = JSON.stringify({ current_password: asha.password });
    const { status, body } = await fetch(`${server.url}/api/account/export`, { method: 'POST', headers, body: proof });
    let bytes = 0;
    for await (const chunk of body ?? []) bytes += chunk.byteLength;
    expect([status, bytes > MESSAGES * 200]).toEqual([200, true]);
  });
});

it('is erased while others send', { timeout: 300_000 }, async () => {
  const isGone = (kind: string) =>
    eventually(async () => {
      expect(await sql('SELECT 1 FROM jobs WHERE kind = $1 AND key = $2', kind, String(asha.id))).toEqual([]);
    }, 120_000);
  await whileSending('delete', async () => {
    const body = { current_password: 'Zq-7kvxw' };
    expect((await server.call('DELETE /api/account', asha.token, body)).status).toBe(200);
  });
  await sql("UPDATE users SET deleted_at = deleted_at - interval '31 days' WHERE id = $1", asha.id);
  await whileSending('erase', async () => {
    await sql("UPDATE jobs SET due_at = now() WHERE kind = 'account:erase' AND key = $1", String(asha.id));
    await isGone('account:erase');
  });
  for (const table of ['sessions', 'notifications', 'message_acts'])
    expect(await sql(`SELECT 1 FROM ${table} WHERE user_id = $1 LIMIT 1`, asha.id), table).toEqual([]);
  const [kept] = await sql(
    'SELECT count(*)::int AS n FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.low_id = $1',
    asha.id,
  );
  expect(kept).toEqual({ n: MESSAGES });
});
