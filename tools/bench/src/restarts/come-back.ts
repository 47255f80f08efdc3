import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHistogram } from '@sangam/loadtest/figures/histogram';
import type { Database } from '@sangam/server/platform/db/database';
import { atExit } from '@sangam/testing/servers/at-exit';
import { freePort } from '@sangam/testing/servers/process';
import { treeCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { sql } from 'kysely';
import type { BenchSettings } from '../settings.js';
import { launchSangam, prepareSangam, running } from '../subject.js';
import { type Outcome, print, printTable } from '../table.js';
import { createReturningMembers } from './returning.js';

/** Each member has a conversation with this many neighbours on both sides. */
const NEIGHBOURS = 5;
/** The number of members that keep writing to the next one while connected. */
const WRITERS = 100;
const WRITE_EVERY_MS = 500;
const USUAL_MS = 10_000;
const GIVE_UP_MS = 180_000;

/**
 * Kills the server of all members and starts it again at once. Each member reconnects like the client and then refreshes. All come from
 * one address, so the limits are too high to matter.
 */
export async function benchComeBack({ sockets }: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const rows = [];
  for (const members of sockets) rows.push(await measureReturn(members, postgres));
  printTable(rows);
  return { bench: 'come-back', rows };
}

async function measureReturn(count: number, postgres: TemporaryPostgres) {
  const prepared = await prepareSangam({ members: count, postgres, prepare: (database) => befriend(database, count) });
  const port = await freePort();
  const env = { ...prepared.env, PORT: String(port) };
  const { peers } = prepared;
  let server = running([await launchSangam(env)]);
  const subject = () => ({ ...server, name: 'Sangam', ports: [port], peers, stored: async () => null });
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  atExit(() => agent.destroy());

  const sentAtMs: (number | null)[] = peers.map(() => null);
  let written = 0;
  let latencies = createHistogram();
  const members = createReturningMembers(
    { peers, port, agent, subject },
    {
      receiverOf: (index) => peers[(index + 1) % WRITERS]?.id ?? 0,
      acknowledged(index, ok) {
        const atMs = sentAtMs[index] ?? null;
        if (ok && atMs !== null) latencies.record(performance.now() - atMs);
        sentAtMs[index] = null;
      },
      closed(index) {
        sentAtMs[index] = null;
      },
    },
  );
  await members.open();

  const writing = setInterval(() => {
    for (let index = 0; index < Math.min(WRITERS, count); index += 1) {
      const client = members.client(index);
      if (client === null || sentAtMs[index] !== null) continue;
      sentAtMs[index] = performance.now();
      written += 1;
      client.send(written);
    }
  }, WRITE_EVERY_MS);
  await sleep(USUAL_MS);
  const usualP99Ms = latencies.percentileMs(0.99);

  latencies = createHistogram();
  const databaseS = treeCpuSeconds(postgres.pid());
  const killedMs = performance.now();
  for (const pid of server.pids) process.kill(pid, 'SIGKILL');
  server = running([await launchSangam(env)]);
  const listeningMs = performance.now();
  const { connectedAtMs, freshAtMs } = members;
  while (freshAtMs.length < count && performance.now() - killedMs < GIVE_UP_MS) await sleep(50);

  const seconds = (atMs: number | undefined) => Number((((atMs ?? Number.NaN) - killedMs) / 1_000).toFixed(1));
  const row = {
    members: count,
    'listening after s': seconds(listeningMs),
    'half connected after s': seconds(connectedAtMs[count >> 1]),
    'all connected after s': seconds(connectedAtMs[count - 1]),
    'all fresh after s': seconds(freshAtMs[count - 1]),
    'tries per member': Number((members.tries() / count).toFixed(1)),
    'server CPU s': Number(server.cpuS().toFixed(1)),
    'database CPU s': Number((treeCpuSeconds(postgres.pid()) - databaseS).toFixed(1)),
    'ack p99 ms before': Number(usualP99Ms.toFixed(0)),
    'ack p99 ms meanwhile': Number(latencies.percentileMs(0.99).toFixed(0)),
  };
  print(JSON.stringify(row));
  clearInterval(writing);
  members.close();
  agent.destroy();
  await server.stop();
  return row;
}

/** Adds a conversation between each two neighbours, in which both have written. */
async function befriend({ db }: Database, count: number): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, last_message_at)
      SELECT n, n + d, 2, 1, 1, now() FROM generate_series(1, ${count - NEIGHBOURS}::int) n, generate_series(1, ${NEIGHBOURS}::int) d
      RETURNING id, low_id, high_id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id)
      SELECT low_id, high_id, id FROM made UNION ALL SELECT high_id, low_id, id FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT id, 1, low_id, 1, gen_random_uuid(), 'Hello', now() FROM made
    UNION ALL SELECT id, 2, high_id, 1, gen_random_uuid(), 'Hello', now() FROM made`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
}
