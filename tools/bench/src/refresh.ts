import { Agent, request } from 'node:http';
import { treeCpuSeconds } from '@sangam/testing/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/temporary-postgres';
import { fillMembers, fillMessages, THREAD } from './fill.js';
import { type Subject, startSangam } from './subject.js';
import { type Outcome, printTable } from './table.js';

const FILLED_MEMBERS = 3_000;
const CONVERSATIONS = 5_000;
const WARMUP = 300;
const REFRESHES = 1_500;
/** The first of the conversations of the measured member. */
const OTHER = 2;

/** The calls that make up most of what a client fetches after each reconnect. */
const five = [
  '/api/messages/conversations',
  '/api/messages/unread-count',
  '/api/project-requests/incoming',
  '/api/project-requests/mine',
  `/api/messages/conversation/${OTHER}?after=${THREAD}&limit=200`,
];

/** CPU of one refresh of a member with 30 conversations. */
export async function benchRefresh(postgres: TemporaryPostgres | null): Promise<Outcome> {
  const rows = [];
  for (const database of postgres ? [postgres, null] : [null]) {
    const subject = await startSangam({
      members: 1,
      postgres: database,
      prepare: async (prepared) => {
        await fillMembers(prepared, FILLED_MEMBERS);
        await fillMessages(prepared, FILLED_MEMBERS, CONVERSATIONS * THREAD);
      },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const refresh = () => Promise.all(five.map((path) => ask(agent, subject, path)));
    rows.push({ subject: subject.name, refresh: 'the five calls', ...(await cpuOf(refresh, subject, database)) });
    agent.destroy();
    await subject.stop();
  }
  printTable(rows);
  return { bench: 'refresh', rows };
}

/** CPU in ms of one of many, one after the other. */
async function cpuOf(refresh: () => Promise<unknown>, subject: Subject, postgres: TemporaryPostgres | null) {
  const used = () => ({ server: subject.cpuS(), database: postgres ? treeCpuSeconds(postgres.pid()) : 0 });
  for (let n = 0; n < WARMUP; n += 1) await refresh();
  const before = used();
  for (let n = 0; n < REFRESHES; n += 1) await refresh();
  const after = used();
  const each = (cpuS: number) => Number(((cpuS / REFRESHES) * 1_000).toFixed(2));
  return {
    'server ms': each(after.server - before.server),
    'database ms': postgres ? each(after.database - before.database) : 'in the server',
  };
}

const ask = (agent: Agent, { ports, peers }: Subject, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${peers[0]?.token ?? ''}` };
    request({ agent, host: '127.0.0.1', port: ports[0], path, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
