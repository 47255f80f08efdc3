/**
 * `npm run bench`: Sangam's durable chat against a bare Socket.IO relay, in one run on one machine. Prints a table and
 * writes JSON. Settings: BENCH_SOCKETS (200,1000), BENCH_SECONDS (8), BENCH_SUBJECTS (relay,postgres,embedded), BENCH_OUT.
 */
import { writeFileSync } from 'node:fs';
import { type LightClient, openLightClient } from '../light-client.js';
import { type RingResult, runRing } from '../ring.js';
import { cpuSeconds, residentKib, treeCpuSeconds } from './process-usage.js';
import { type Subject, startRelay, startSangam } from './subject.js';
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.js';

const socketCounts = (process.env.BENCH_SOCKETS ?? '200,1000').split(',').map(Number);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const kinds = (process.env.BENCH_SUBJECTS ?? 'relay,postgres,embedded').split(',');
const WARMUP_S = 2;
const IDLE_CONNECTIONS = 1_000;

interface Row {
  subject: string;
  sockets: number;
  messagesPerSecond: number;
  ofRelay: number | null;
  ackP50Ms: number;
  ackP99Ms: number;
  deliveryP50Ms: number;
  deliveryP99Ms: number;
  serverCpuPer1000: number;
  databaseCpuPer1000: number;
  idleKibPerConnection: number | null;
  acknowledged: number;
  stored: number | null;
  lost: number | null;
}

async function measure(subject: Subject, postgres: TemporaryPostgres | null): Promise<Row> {
  const pid = subject.process.pid ?? 0;
  const target = { host: '127.0.0.1', port: subject.port };
  const idleKib = await idleMemory(subject, pid);
  const usage = { server: 0, database: 0 };
  const result = await runRing(target, subject.peers, { warmupS: WARMUP_S, seconds }, (edge) => {
    const sign = edge === 'start' ? -1 : 1;
    usage.server += sign * cpuSeconds(pid);
    usage.database += sign * (postgres ? treeCpuSeconds(postgres.pid()) : 0);
  });
  await subject.stop();
  const stored = await subject.stored();
  const per1000 = (cpuS: number) => (cpuS / result.acknowledged) * 1_000;
  return {
    subject: subject.name,
    sockets: result.sockets,
    messagesPerSecond: Math.round(result.messagesPerSecond),
    ofRelay: null,
    ackP50Ms: result.acknowledgementMs.p50,
    ackP99Ms: result.acknowledgementMs.p99,
    deliveryP50Ms: result.deliveryMs.p50,
    deliveryP99Ms: result.deliveryMs.p99,
    serverCpuPer1000: per1000(usage.server),
    databaseCpuPer1000: per1000(usage.database),
    idleKibPerConnection: idleKib,
    acknowledged: [...result.acknowledgedBySender.values()].reduce((sum, n) => sum + n, 0),
    stored: stored && [...stored.values()].reduce((sum, n) => sum + n, 0),
    lost: stored && countLost(result, stored),
  };
}

/** Acknowledged messages that the database does not hold. */
const countLost = (result: RingResult, stored: Map<number, number>): number =>
  [...result.acknowledgedBySender].reduce((sum, [id, acked]) => sum + Math.max(0, acked - (stored.get(id) ?? 0)), 0);

/** KiB of resident memory for each connection that only stays open. */
async function idleMemory(subject: Subject, pid: number): Promise<number> {
  const sink = { acknowledged: () => undefined, delivered: () => undefined, closed: () => undefined };
  const open = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const peer = subject.peers[index % subject.peers.length] ?? { id: 1, token: '' };
        return openLightClient({ host: '127.0.0.1', port: subject.port, token: peer.token, receiverId: peer.id }, sink);
      }),
    );
  const clients: LightClient[] = await open(100); // code and pools that the first connections load are not theirs
  await settle();
  const before = residentKib(pid);
  for (let opened = 0; opened < IDLE_CONNECTIONS; opened += 50) clients.push(...(await open(50)));
  await settle();
  const perConnection = (residentKib(pid) - before) / IDLE_CONNECTIONS;
  for (const client of clients) client.close();
  await settle();
  return perConnection;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1_500));

function print(rows: Row[]): void {
  const cells = rows.map((row) => ({
    subject: row.subject,
    sockets: row.sockets,
    'msg/s': row.messagesPerSecond,
    'of relay': row.ofRelay?.toFixed(2) ?? '1',
    'ack p50/p99 ms': `${row.ackP50Ms.toFixed(1)} / ${row.ackP99Ms.toFixed(1)}`,
    'delivery p50/p99 ms': `${row.deliveryP50Ms.toFixed(1)} / ${row.deliveryP99Ms.toFixed(1)}`,
    'CPU s/1000 server+db': `${row.serverCpuPer1000.toFixed(3)} + ${row.databaseCpuPer1000.toFixed(3)}`,
    'KiB/idle': row.idleKibPerConnection?.toFixed(1) ?? '',
    'acked → lost': row.lost === null ? `${row.acknowledged}` : `${row.acknowledged} → ${row.lost}`,
  }));
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(cells);
}

const rows: Row[] = [];
const postgres = kinds.includes('postgres') ? await startTemporaryPostgres() : null;
if (kinds.includes('postgres') && !postgres)
  process.stdout.write('PostgreSQL is not installed; measuring without it.\n');
try {
  let port = 4_100;
  for (const sockets of socketCounts) {
    let relayRate: number | null = null;
    for (const kind of kinds) {
      if (kind === 'postgres' && !postgres) continue;
      port += 1;
      const subject =
        kind === 'relay'
          ? await startRelay(port, sockets)
          : await startSangam(port, sockets, kind === 'postgres' ? postgres : null);
      const row = await measure(subject, kind === 'postgres' ? postgres : null);
      if (kind === 'relay') relayRate = row.messagesPerSecond;
      rows.push({ ...row, ofRelay: relayRate === null ? null : row.messagesPerSecond / relayRate });
      process.stdout.write(`${row.subject}, ${sockets} sockets: ${row.messagesPerSecond} messages/s\n`);
    }
  }
} finally {
  await postgres?.stop();
}
print(rows);
writeFileSync(
  process.env.BENCH_OUT ?? 'bench.json',
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, seconds, rows }, null, 2)}\n`,
);
if (rows.some((row) => row.lost !== null && row.lost > 0)) process.exitCode = 1;
