import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openPostgres } from '@sangam/server/platform/db/database';
import { atExit } from '@sangam/testing/servers/at-exit';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { sql } from 'kysely';
import pino from 'pino';
import type { SinkAddress, SinkCount } from './processes/away-sink.js';
import { openRing } from './ring.js';
import type { BenchSettings } from './settings.js';
import { addAnsweredRing, launchSangam, prepareSangam, running } from './subject.js';
import { median, type Outcome, print, printTable, spread } from './table.js';

const SOCKETS = 200;
const AWAY = 10_000;
const WARMUP_S = 2;
/** Within this time a server finds jobs that are due (`server/src/platform/timings.ts`). */
const POLL_MS = 2_500;
const sinkEntry = fileURLToPath(new URL('./processes/away-sink.js', import.meta.url));

/** The chat of one slice of time. */
interface Slice {
  ackP99Ms: number;
  deliveryP99Ms: number;
  messagesPerSecond: number;
}
/** Two consecutive slices: without due jobs, and with them. */
interface Pair {
  without: Slice;
  beside: Slice;
}

/**
 * Chat while 10,000 members who are away are notified by push, which the push service decrypts, and by email over SMTP. Slices with and
 * without due jobs alternate, since a machine's speed varies; the ratio of neighbours counts.
 */
export async function benchAway({ rounds, seconds }: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const sink = await startSink();
  const { env, peers } = await prepareSangam({
    members: SOCKETS,
    postgres,
    env: sink.address.env,
    prepare: async (prepared) => {
      await addAnsweredRing(prepared);
      await addAwayMembers(prepared, sink.address.devices);
    },
  });
  const server = running([await launchSangam(env)]);
  const database = openPostgres(env.DATABASE_URL ?? '', 2, pino({ level: 'silent' }), { bounds: {} });
  await notifyAwayMembers(database);
  const ring = await openRing({ ports: server.ports, peers });
  ring.start();
  await sleep(WARMUP_S * 1_000);

  const slice = async (): Promise<Slice> => {
    const before = ring.figures().acknowledged;
    ring.measure(true);
    await sleep(seconds * 1_000);
    ring.measure(false);
    const { acknowledged, acknowledgements, deliveries } = ring.figures();
    return {
      ackP99Ms: acknowledgements.percentileMs(0.99),
      deliveryP99Ms: deliveries.percentileMs(0.99),
      messagesPerSecond: (acknowledged - before) / seconds,
    };
  };
  const pairs: Pair[] = [];
  let doneJobs = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const without = await slice();
    await setDue(database, true);
    const before = await jobsLeft(database);
    await sleep(POLL_MS);
    const beside = await slice();
    const unfinishedJobs = await jobsLeft(database);
    if (unfinishedJobs === 0) throw new Error('the jobs were done before the chat was measured');
    doneJobs += before - unfinishedJobs;
    await setDue(database, false);
    await sleep(POLL_MS);
    pairs.push({ without, beside });
    print(`round ${round}: delivery p99 ${without.deliveryP99Ms.toFixed(1)} and ${beside.deliveryP99Ms.toFixed(1)} ms`);
  }
  await ring.pause();
  ring.close();
  const { pushes, emails } = await sink.count();
  await server.stop();
  await database.close();
  sink.stop();
  if (pushes === 0 || emails === 0) throw new Error(`${pushes} pushes and ${emails} emails arrived`);

  const rowOf = (chat: string, figure: (slice: Slice) => number) => {
    const ratios = pairs.map(({ without, beside }) => figure(beside) / figure(without));
    const middle = (sliceOf: (pair: Pair) => Slice) =>
      Number(median(pairs.map((pair) => figure(sliceOf(pair)))).toFixed(1));
    return {
      chat,
      without: middle((pair) => pair.without),
      'with the jobs': middle((pair) => pair.beside),
      ratio: spread(ratios),
    };
  };
  const rows = [
    rowOf('acknowledgement p99 ms', (slice) => slice.ackP99Ms),
    rowOf('delivery p99 ms', (slice) => slice.deliveryP99Ms),
    rowOf('messages/s', (slice) => slice.messagesPerSecond),
  ];
  printTable(rows);
  const figures = { 'jobs/s meanwhile': Math.round(doneJobs / (rounds * (seconds + POLL_MS / 1_000))), pushes, emails };
  printTable([figures]);
  return { bench: 'away', rows: [...rows, figures] };
}

/** Makes all jobs that aren't running due, or postpones them by a day. */
const setDue = ({ db }: Database, due: boolean) =>
  sql`
  UPDATE jobs SET due_at = now() + CASE WHEN ${due} THEN interval '0' ELSE interval '1 day' END
  WHERE id IN (
    SELECT id FROM jobs WHERE kind IN ('push', 'mail:unread') AND leased_until IS NULL FOR UPDATE SKIP LOCKED)`.execute(
    db,
  );

async function jobsLeft({ db }: Database): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    SELECT count(*)::int AS left FROM jobs WHERE kind IN ('push', 'mail:unread')`.execute(db);
  return rows[0]?.left ?? 0;
}

/** Adds members with a device each who chose emails at once. */
async function addAwayMembers({ db }: Database, devices: SinkAddress['devices']): Promise<void> {
  await sql`
    WITH away AS (
      INSERT INTO users (name, email) SELECT 'Away ' || n, 'away' || n || '@example.org' FROM generate_series(1, ${AWAY}::int) n
      RETURNING id
    ), begun AS (
      INSERT INTO sessions (id, user_id, expires_at) SELECT gen_random_uuid(), id, now() + interval '1 day' FROM away
      RETURNING id, user_id
    ), numbered AS (
      SELECT *, row_number() OVER () AS n FROM begun
    ), subscribed AS (
      INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, shows_text, created_at)
      SELECT user_id, id, endpoint, p256dh, auth, false, now() - interval '1 hour'
      FROM numbered JOIN unnest(
        ${devices.map(({ endpoint }) => endpoint)}::text[], ${devices.map(({ p256dh }) => p256dh)}::text[],
        ${devices.map(({ auth }) => auth)}::text[]) WITH ORDINALITY AS d (endpoint, p256dh, auth, n) USING (n)
    )
    INSERT INTO notification_choices (user_id, mail_pace) SELECT id, 'at_once' FROM away`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
}

/** Adds a notification for each of these members, with a push and an email that aren't due yet. */
const notifyAwayMembers = ({ db }: Database) =>
  sql`
  WITH notified AS (
    INSERT INTO notifications (user_id, kind, key, title, actor_id, created_at)
    SELECT user_id, 'request:accepted', 'request:1', 'Rover', (SELECT min(id) FROM users), now() - interval '1 minute'
    FROM push_subscriptions RETURNING id, user_id
  )
  INSERT INTO jobs (kind, key, payload, due_at)
  SELECT 'push', user_id || ' inbox:' || id, jsonb_build_object('user_id', user_id, 'topic', 'inbox:' || id), now() + interval '1 day' FROM notified
  UNION ALL SELECT 'mail:unread', user_id::text, jsonb_build_object('user_id', user_id), now() + interval '1 day' FROM notified`.execute(
    db,
  );

async function startSink() {
  const child: ChildProcess = fork(sinkEntry, { env: { ...process.env, SINK_DEVICES: String(AWAY) } });
  atExit(() => child.kill('SIGKILL'));
  const [address] = (await once(child, 'message')) as [SinkAddress];
  return {
    address,
    async count(): Promise<SinkCount> {
      child.send('count');
      const [count] = (await once(child, 'message')) as [SinkCount];
      return count;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
