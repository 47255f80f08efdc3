import { cpuSeconds, treeCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { idleKibPerConnection } from './idle-memory.js';
import { countLost, runRing } from './run-ring.js';
import { type BenchSettings, type SubjectKind, subjectKinds } from './settings.js';
import { type Subject, startRelay, startSangam, startWaitingRelay } from './subject.js';
import { median, type Outcome, print, printTable, spread } from './table.js';

/** The warm-up in seconds, since V8 compiles for about this long. */
const WARMUP_S = 10;
const IDLE_CONNECTIONS = 1_000;

export interface Round {
  subject: string;
  sockets: number;
  messagesPerSecond: number;
  ackP50Ms: number;
  ackP99Ms: number;
  deliveryP50Ms: number;
  deliveryP99Ms: number;
  serverCpuPer1000: number;
  databaseCpuPer1000: number;
  /** CPU of this process, which runs all clients. */
  clientCpuPer1000: number;
  /** Measured in the first round only. */
  idleKibPerConnection: number | null;
  acknowledged: number;
  /** Acknowledged messages that the database does not hold; null without a database. */
  lost: number | null;
}

interface Summary extends Round {
  /** Ratio to the relay in each round; null without a relay. */
  ratesOfRelay: number[] | null;
  /** Ratio to the relay that waits in each round; null without it. */
  ratesOfWaiting: number[] | null;
  deliveryP99sOfRelay: number[] | null;
}

type Start = (options: {
  sockets: number;
  postgres: TemporaryPostgres | null;
  /** The CPU of Sangam's database per 1,000 messages in this round. */
  databaseCpuPer1000: number;
}) => Promise<Subject>;
const starters: Record<SubjectKind, Start> = {
  relay: ({ sockets }) => startRelay(sockets),
  postgres: ({ sockets, postgres }) => startSangam({ members: sockets, postgres }),
  waiting: async ({ sockets, databaseCpuPer1000 }) => {
    const relay = await startWaitingRelay(sockets);
    await relay.setDatabaseCost(databaseCpuPer1000 * 1_000);
    return relay;
  },
  embedded: ({ sockets }) => startSangam({ members: sockets, postgres: null }),
};

/**
 * Durable chat compared with a bare relay. The subjects take turns in each round, since a machine's speed varies; the ratio within a
 * round counts.
 */
export async function benchChat(settings: BenchSettings, postgres: TemporaryPostgres | null): Promise<Outcome> {
  // The waiting relay needs the measured cost of the database.
  const possible = (kind: SubjectKind) =>
    kind === 'waiting'
      ? settings.subjects.includes('postgres') && postgres !== null
      : kind !== 'postgres' || postgres !== null;
  const kinds = subjectKinds.filter((kind) => settings.subjects.includes(kind) && possible(kind));
  const summaries: Summary[] = [];
  for (const sockets of settings.sockets) {
    const rounds: Map<SubjectKind, Round>[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      const roundByKind = new Map<SubjectKind, Round>();
      rounds.push(roundByKind);
      for (const kind of kinds) {
        const databaseCpuPer1000 = roundByKind.get('postgres')?.databaseCpuPer1000 ?? 0;
        const subject = await starters[kind]({ sockets, postgres, databaseCpuPer1000 });
        const row = await measure(subject, {
          seconds: settings.seconds,
          // Not measured with the embedded database, which shares the server's process and whose own memory changes by more.
          idle: round === 1 && (kind === 'relay' || kind === 'postgres'),
          postgres: kind === 'postgres' ? postgres : null,
        });
        roundByKind.set(kind, row);
        print(`round ${round}: ${row.subject}, ${sockets} sockets: ${row.messagesPerSecond} messages/s`);
      }
    }
    summaries.push(...kinds.map((kind) => summarise(kind, rounds)));
  }
  printTable(summaries.map(tableRow));
  const lost = summaries.reduce((sum, row) => sum + (row.lost ?? 0), 0);
  return {
    bench: 'chat',
    rows: summaries.map((row) => ({ ...row })),
    ...(lost > 0 ? { failed: `${lost} acknowledged messages are lost` } : {}),
  };
}

/** Runs the ring on a subject, and stops the subject afterwards. */
export async function measure(
  subject: Subject,
  { seconds, idle, postgres }: { seconds: number; idle: boolean; postgres: TemporaryPostgres | null },
): Promise<Round> {
  const idleKib = idle ? await idleKibPerConnection(subject, IDLE_CONNECTIONS) : null;
  const usage = { server: 0, database: 0, clients: 0 };
  const result = await runRing(subject.ports, subject.peers, { warmupS: WARMUP_S, seconds }, (edge) => {
    const sign = edge === 'start' ? -1 : 1;
    usage.server += sign * subject.cpuS();
    usage.database += sign * (postgres ? treeCpuSeconds(postgres.pid()) : 0);
    usage.clients += sign * cpuSeconds(process.pid);
  });
  await subject.stop();
  const stored = await subject.stored();
  const per1000 = (cpuS: number) => (cpuS / result.acknowledged) * 1_000;
  return {
    subject: subject.name,
    sockets: result.sockets,
    messagesPerSecond: Math.round(result.messagesPerSecond),
    ackP50Ms: result.acknowledgementMs.p50,
    ackP99Ms: result.acknowledgementMs.p99,
    deliveryP50Ms: result.deliveryMs.p50,
    deliveryP99Ms: result.deliveryMs.p99,
    serverCpuPer1000: per1000(usage.server),
    databaseCpuPer1000: per1000(usage.database),
    clientCpuPer1000: per1000(usage.clients),
    idleKibPerConnection: idleKib,
    acknowledged: [...result.acknowledgedBySender.values()].reduce((sum, n) => sum + n, 0),
    lost: stored && countLost(result.acknowledgedBySender, stored),
  };
}

/** Returns the round with the median rate, and every round's ratios to the relay. */
function summarise(kind: SubjectKind, rounds: Map<SubjectKind, Round>[]): Summary {
  const roundsOfKind = rounds.flatMap((round) => round.get(kind) ?? []);
  const middle = median(roundsOfKind.map((row) => row.messagesPerSecond));
  const medianRound = roundsOfKind.find((row) => row.messagesPerSecond === middle) as Round;
  const ratiosTo = (baseline: SubjectKind, figure: (row: Round) => number): number[] | null =>
    kind === baseline || !rounds[0]?.has(baseline)
      ? null
      : rounds.map((round) => figure(round.get(kind) as Round) / figure(round.get(baseline) as Round));
  return {
    ...medianRound,
    idleKibPerConnection: roundsOfKind[0]?.idleKibPerConnection ?? null,
    acknowledged: roundsOfKind.reduce((sum, row) => sum + row.acknowledged, 0),
    lost: medianRound.lost === null ? null : roundsOfKind.reduce((sum, row) => sum + (row.lost ?? 0), 0),
    ratesOfRelay: ratiosTo('relay', (row) => row.messagesPerSecond),
    ratesOfWaiting: ratiosTo('waiting', (row) => row.messagesPerSecond),
    deliveryP99sOfRelay: ratiosTo('relay', (row) => row.deliveryP99Ms),
  };
}

const shareOf = (shares: number[] | null): string => (shares === null ? '1' : spread(shares));

const tableRow = (row: Summary) => ({
  subject: row.subject,
  sockets: row.sockets,
  'msg/s': row.messagesPerSecond,
  'of relay': shareOf(row.ratesOfRelay),
  'of waiting': shareOf(row.ratesOfWaiting),
  'ack p50/p99 ms': `${row.ackP50Ms.toFixed(1)} / ${row.ackP99Ms.toFixed(1)}`,
  'delivery p50/p99 ms': `${row.deliveryP50Ms.toFixed(1)} / ${row.deliveryP99Ms.toFixed(1)}`,
  'p99 of relay': shareOf(row.deliveryP99sOfRelay),
  'CPU s/1000 server+db': `${row.serverCpuPer1000.toFixed(4)} + ${row.databaseCpuPer1000.toFixed(4)}`,
  'CPU s/1000 clients': row.clientCpuPer1000.toFixed(4),
  'KiB/idle': row.idleKibPerConnection?.toFixed(1) ?? '',
  'acked → lost': row.lost === null ? `${row.acknowledged}` : `${row.acknowledged} → ${row.lost}`,
});
