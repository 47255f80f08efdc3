import { residentKib } from '@sangam/testing/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/temporary-postgres';
import { type LightClient, openLightClient } from './light-client.js';
import { type Subject, startRelay, startSangam } from './subject.js';
import { type Outcome, printTable, sleep } from './table.js';

const COUNTS = [1_000, 5_000];
const MEMBERS = 1_000;
const OPEN_AT_ONCE = 50;
/** Code and pools that the first connections load are not theirs. */
const WARMUP_CONNECTIONS = 100;
const SETTLE_MS = 1_500;

const silent = { acknowledged: () => undefined, delivered: () => undefined, closed: () => undefined };

/** Opens so many connections to a subject, its members in turn. */
export async function openIdle(subject: Subject, count: number): Promise<LightClient[]> {
  const clients: LightClient[] = [];
  while (clients.length < count) {
    const opening = Array.from({ length: Math.min(OPEN_AT_ONCE, count - clients.length) }, (_, offset) => {
      const peer = subject.peers[(clients.length + offset) % subject.peers.length] ?? { id: 1, token: '' };
      const port = subject.ports[0] ?? 0;
      return openLightClient({ host: '127.0.0.1', port, token: peer.token, receiverId: peer.id }, silent);
    });
    clients.push(...(await Promise.all(opening)));
  }
  return clients;
}

/** KiB of resident memory for each connection that only stays open. */
export async function idleKibPerConnection(subject: Subject, connections: number): Promise<number> {
  const pid = subject.pids[0] ?? 0;
  const clients = await openIdle(subject, WARMUP_CONNECTIONS);
  await sleep(SETTLE_MS);
  const before = residentKib(pid);
  clients.push(...(await openIdle(subject, connections)));
  await sleep(SETTLE_MS);
  const perConnection = (residentKib(pid) - before) / connections;
  for (const client of clients) client.close();
  await sleep(SETTLE_MS);
  return perConnection;
}

/** Memory of an idle connection against bare Socket.IO's. */
export async function benchIdleMemory(postgres: TemporaryPostgres | null): Promise<Outcome> {
  const rows = [];
  for (const connections of COUNTS)
    for (const start of [() => startRelay(MEMBERS), () => startSangam({ members: MEMBERS, postgres })]) {
      const subject = await start();
      const kib = await idleKibPerConnection(subject, connections);
      await subject.stop();
      rows.push({ subject: subject.name, connections, kibPerConnection: Number(kib.toFixed(1)) });
    }
  printTable(rows);
  return { bench: 'idle-memory', rows };
}
