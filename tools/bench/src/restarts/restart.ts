import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHistogram } from '@sangam/loadtest/figures/histogram';
import { openPostgres } from '@sangam/server/platform/db/database';
import type { AddedMember } from '@sangam/testing/members';
import { atExit } from '@sangam/testing/servers/at-exit';
import { freePort } from '@sangam/testing/servers/process';
import { treeCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import pino from 'pino';
import { ask } from '../refresh.js';
import type { BenchSettings } from '../settings.js';
import { buildIn, launchSangam, prepareSangam, running, type Subject } from '../subject.js';
import { type Outcome, print, printTable } from '../table.js';
import { addMessageToAll, fillForRestart } from './restart-data.js';
import { createReturningMembers } from './returning.js';

const MEMBERS = 1_000;
const RETURNING = 500;
/** Members without a connection, each of whom reads every ten seconds. */
const READERS = 100;
const READ_EVERY_MS = 10_000;
/** A read that is answered later counts as unanswered. */
const ANSWERED_WITHIN_MS = 10_000;
const GIVE_UP_MS = 120_000;

const reads = [
  '/api/messages/conversations',
  '/api/projects',
  '/api/messages/unread-count',
  '/api/project-requests/incoming',
];

/**
 * Restarts the server of 500 connected members while 100 others read, with something new for each, and with nothing new. `--against`
 * measures another checkout in the same run.
 */
export async function benchRestart({ against }: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const rows = [];
  for (const checkout of against === null ? [null] : [null, against]) rows.push(...(await restart(checkout, postgres)));
  printTable(rows);
  return { bench: 'restart', rows };
}

async function restart(checkout: string | null, postgres: TemporaryPostgres) {
  const build = checkout === null ? undefined : await buildIn(checkout);
  const prepared = await prepareSangam({
    members: MEMBERS,
    postgres,
    prepare: (database) => fillForRestart(database, MEMBERS),
    ...(build && { build }),
  });
  const { DATABASE_URL = '' } = prepared.env;
  const port = await freePort();
  const env = { ...prepared.env, PORT: String(port) };
  let server = running([await launchSangam(env, build)]);
  const subject = () => ({ ...server, name: 'Sangam', ports: [port], peers: prepared.peers, stored: async () => null });
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  atExit(() => agent.destroy());
  const peers = prepared.peers.slice(0, RETURNING);
  const rows = [];
  for (const newMessages of ['in each conversation', 'none']) {
    const members = createReturningMembers({ peers, port, agent, subject }, { receiverOf: (index) => index });
    await members.open();
    const readers = readFrom(subject, prepared.peers.slice(-READERS));
    await sleep(5_000);
    if (newMessages !== 'none') {
      const database = openPostgres(DATABASE_URL, 1, pino({ level: 'silent' }), { bounds: {} });
      await addMessageToAll(database);
      await database.close();
    }
    const databaseS = treeCpuSeconds(postgres.pid());
    readers.begin();
    const stoppedMs = performance.now();
    await server.stop();
    const endedMs = performance.now();
    server = running([await launchSangam(env, build)]);
    const listeningMs = performance.now();
    const { connectedAtMs, freshAtMs } = members;
    while (freshAtMs.length < peers.length && performance.now() - stoppedMs < GIVE_UP_MS) await sleep(50);

    const seconds = (atMs: number | undefined) => Number((((atMs ?? Number.NaN) - stoppedMs) / 1_000).toFixed(1));
    const cpuMs = (cpuS: number) => Number(((cpuS * 1_000) / peers.length).toFixed(1));
    const row = {
      build: checkout === null ? 'this' : 'other',
      news: newMessages,
      'stopped s': seconds(endedMs),
      'listening s': seconds(listeningMs),
      'all connected s': seconds(connectedAtMs[peers.length - 1]),
      'fresh p50 s': seconds(freshAtMs[Math.ceil(peers.length * 0.5) - 1]),
      'p90 s': seconds(freshAtMs[Math.ceil(peers.length * 0.9) - 1]),
      'all s': seconds(freshAtMs[peers.length - 1]),
      'tries per member': Number((members.tries() / peers.length).toFixed(1)),
      failures: members.failures(),
      'server CPU ms per member': cpuMs(server.cpuS()),
      'database CPU ms per member': cpuMs(treeCpuSeconds(postgres.pid()) - databaseS),
      ...(await readers.end(listeningMs)),
    };
    print(JSON.stringify(row));
    rows.push(row);
    members.close();
    await sleep(1_000);
  }
  agent.destroy();
  await server.stop();
  return rows;
}

/** Has members read every ten seconds, whether or not their earlier reads were answered. */
function readFrom(subject: () => Subject, members: readonly AddedMember[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 300 });
  atExit(() => agent.destroy());
  let times = createHistogram();
  let begunMs = Number.POSITIVE_INFINITY;
  const open = new Set<Promise<void>>();
  const failures: number[] = [];
  const read = async (member: AddedMember, path: string) => {
    const atMs = performance.now();
    const answered = await Promise.race([
      ask(agent, subject(), path, member).then(
        () => true,
        () => false,
      ),
      sleep(ANSWERED_WITHIN_MS, false),
    ]);
    if (atMs < begunMs) return;
    if (answered) times.record(performance.now() - atMs);
    else failures.push(atMs);
  };
  let round = 0;
  const timer = setInterval(() => {
    const n = round % members.length;
    const member = members[n] as AddedMember;
    const reading = read(member, reads[(round + Math.floor(round / members.length)) % reads.length] ?? '');
    round += 1;
    open.add(reading);
    void reading.finally(() => open.delete(reading));
  }, READ_EVERY_MS / members.length);
  return {
    begin() {
      begunMs = performance.now();
      times = createHistogram();
    },
    /** Returns the figures since `begin`. Unanswered reads count separately from `listeningMs` on, when the server listened again. */
    async end(listeningMs: number) {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      const unanswered = { down: 0, up: 0 };
      for (const atMs of failures) unanswered[atMs < listeningMs ? 'down' : 'up'] += 1;
      return {
        'reads unanswered: down': unanswered.down,
        'and up': unanswered.up,
        'read p50 ms': Number(times.percentileMs(0.5).toFixed(0)),
        'read p99 ms': Number(times.percentileMs(0.99).toFixed(0)),
      };
    },
  };
}
