import { setTimeout as sleep } from 'node:timers/promises';
import { openRawClient, type RawClient } from '@sangam/loadtest/socket/raw-client';
import { residentKib } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { targetAt } from './ring.js';
import type { BenchSettings } from './settings.js';
import { buildIn, type Subject, startRelay, startSangam } from './subject.js';
import { type Outcome, printTable } from './table.js';

const COUNTS = [1_000, 5_000];
const MEMBERS = 1_000;
const OPEN_CONCURRENCY = 50;
/** The first connections load code and fill pools, which must not count. */
const WARMUP_CONNECTIONS = 100;
const SETTLE_MS = 1_500;

const ignoreAll = { acknowledgement: () => undefined, event: () => undefined, closed: () => undefined };

/** Opens `count` connections to a subject, taking turns among its members. */
export async function openIdle(subject: Subject, count: number): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  while (clients.length < count) {
    const opening = Array.from({ length: Math.min(OPEN_CONCURRENCY, count - clients.length) }, (_, offset) => {
      const peer = subject.peers[(clients.length + offset) % subject.peers.length] ?? { id: 1, token: '' };
      const port = subject.ports[0] ?? 0;
      return openRawClient(targetAt(port, peer.token), ignoreAll);
    });
    clients.push(...(await Promise.all(opening)));
  }
  return clients;
}

/** KiB of resident memory per idle connection. */
export async function idleKibPerConnection(subject: Subject, connections: number): Promise<number> {
  const pid = subject.pids[0] ?? 0;
  const clients = await openIdle(subject, WARMUP_CONNECTIONS);
  await sleep(SETTLE_MS);
  const before = residentKib(pid);
  clients.push(...(await openIdle(subject, connections)));
  await sleep(SETTLE_MS);
  const perConnection = (residentKib(pid) - before) / connections;
  for (const client of clients) client.disconnect();
  await sleep(SETTLE_MS);
  return perConnection;
}

/** Memory of an idle connection, compared with bare Socket.IO, and with another checkout if one is given. */
export async function benchIdleMemory(
  { against }: BenchSettings,
  postgres: TemporaryPostgres | null,
): Promise<Outcome> {
  const rows = [];
  const otherBuild = against === null ? null : { members: MEMBERS, postgres, build: await buildIn(against) };
  const starts = [
    () => startRelay(MEMBERS),
    () => startSangam({ members: MEMBERS, postgres }),
    ...(otherBuild ? [async () => ({ ...(await startSangam(otherBuild)), name: 'the other checkout' })] : []),
  ];
  for (const connections of COUNTS)
    for (const start of starts) {
      const subject = await start();
      const kib = await idleKibPerConnection(subject, connections);
      await subject.stop();
      rows.push({ subject: subject.name, connections, kibPerConnection: Number(kib.toFixed(1)) });
    }
  printTable(rows);
  return { bench: 'idle-memory', rows };
}
