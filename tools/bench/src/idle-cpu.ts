import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddedMember } from '@sangam/testing/members';
import { treeCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { fillMembers, fillMessages, THREAD } from './fill.js';
import { openIdle } from './idle-memory.js';
import { ask, versionsIn } from './refresh.js';
import { type Subject, startSangam } from './subject.js';
import { type Outcome, printTable } from './table.js';

const MEMBERS = 1_000;
const FILLED_MEMBERS = 3_000;
const CONVERSATIONS = 5_000;
const POLL_MS = 30_000;
const MEASURED_MS = 60_000;
const SETTLE_MS = 5_000;

/** CPU of 1,000 idle members: connected, and polling every 30 seconds. */
export async function benchIdleCpu(postgres: TemporaryPostgres): Promise<Outcome> {
  const subject = await startSangam({
    members: MEMBERS,
    postgres,
    prepare: async (database) => {
      await fillMembers(database, FILLED_MEMBERS);
      await fillMessages(database, FILLED_MEMBERS, CONVERSATIONS * THREAD);
    },
  });
  const withoutSockets = await cpuOver(subject, postgres);
  const clients = await openIdle(subject, MEMBERS);
  await sleep(SETTLE_MS);
  const live = await cpuOver(subject, postgres);
  for (const client of clients) client.disconnect();
  await sleep(SETTLE_MS);
  const stopPolling = pollAll(subject);
  await sleep(SETTLE_MS);
  const polling = await cpuOver(subject, postgres);
  stopPolling();
  await subject.stop();

  const row = (members: string, cpu: Cpu) => ({
    members,
    'server CPU s/min': Number(cpu.server.toFixed(2)),
    'database CPU s/min': Number(cpu.database.toFixed(2)),
  });
  const rows = [row('none', withoutSockets), row('1,000 connected', live), row('1,000 polling every 30 s', polling)];
  printTable(rows);
  return { bench: 'idle-cpu', rows };
}

interface Cpu {
  server: number;
  database: number;
}

async function cpuOver(subject: Subject, postgres: TemporaryPostgres): Promise<Cpu> {
  const before = { server: subject.cpuS(), database: treeCpuSeconds(postgres.pid()) };
  await sleep(MEASURED_MS);
  // The CPU time of a PostgreSQL background worker that has ended is no longer counted.
  return {
    server: subject.cpuS() - before.server,
    database: Math.max(0, treeCpuSeconds(postgres.pid()) - before.database),
  };
}

/**
 * Refreshes for every member in turn, spread over the 30 seconds, like a client without a connection
 * (client/src/core/realtime/refresh.ts): first all lists, then changes. Returns a function that stops it.
 */
function pollAll(subject: Subject): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const versionsOf = new Map<AddedMember, URLSearchParams>();
  let next = 0;
  let stopped = false;
  const poll = async (peer: AddedMember) => {
    const versions = versionsOf.get(peer);
    const answered = versionsIn(await ask(agent, subject, `/api/refresh?${versions ?? ''}`, peer));
    versionsOf.set(peer, new URLSearchParams([...new Map([...(versions ?? []), ...answered])]));
  };
  const timer = setInterval(() => {
    const peer = subject.peers[next % subject.peers.length];
    next += 1;
    poll(peer as AddedMember).catch((error: unknown) => {
      // Requests under way when the polling stops fail, too.
      if (!stopped) throw error;
    });
  }, POLL_MS / subject.peers.length);
  return () => {
    stopped = true;
    clearInterval(timer);
    agent.destroy();
  };
}
