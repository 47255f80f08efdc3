import { Agent, request } from 'node:http';
import type { Database } from '@sangam/server/platform/db/database';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { sql } from 'kysely';
import { fillMembers, fillMessages } from './fill.js';
import type { BenchSettings } from './settings.js';
import { startSangam } from './subject.js';
import { median, type Outcome, print, printTable } from './table.js';

const MEMBERS = 100_000;
/** Calls of each kind to each database; the databases take turns, so that the machine's speed is the same for all. */
const TURNS = 300;
const OTHER_MEMBER = 2;

const reads = [
  'GET /api/auth/me',
  'GET /api/messages/conversations',
  `GET /api/messages/conversation/${OTHER_MEMBER}`,
  `GET /api/messages/conversation/${OTHER_MEMBER}?before=60`,
  'GET /api/messages/unread-count',
  'GET /api/messages/notifications',
  `GET /api/users/${OTHER_MEMBER}/status`,
  'GET /api/projects',
  'GET /api/project-requests/incoming',
  'GET /api/dashboard/stats',
  'GET /api/dashboard/recent-activity',
];

/** Median time of each read call as the database grows; it should hardly change. */
export async function benchReads(settings: BenchSettings, postgres: TemporaryPostgres): Promise<Outcome> {
  const subjects = [];
  for (const messages of settings.messages) {
    const fromMs = performance.now();
    let bytesPerMessage = 0;
    subjects.push(
      await startSangam({
        members: 1,
        postgres,
        prepare: async (database) => {
          await fillMembers(database, MEMBERS);
          await fillMessages(database, MEMBERS, messages);
          bytesPerMessage = await sizeOf(database, messages);
        },
      }),
    );
    const filledInS = Math.round((performance.now() - fromMs) / 1_000);
    print(`${messages} messages: filled in ${filledInS} s; a message takes ${bytesPerMessage} bytes with its indexes`);
  }
  const agent = new Agent({ keepAlive: true });
  const rows = [];
  for (const call of reads) {
    const times = subjects.map((): number[] => []);
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const [index, { ports, peers }] of subjects.entries())
        times[index]?.push(await timeOf(agent, ports[0] ?? 0, peers[0]?.token ?? '', call));
    const medians = times.map(median);
    rows.push({
      call,
      ...Object.fromEntries(settings.messages.map((messages, index) => [messages, Number(medians[index]?.toFixed(2))])),
      'last / first': Number(((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2)),
    });
  }
  agent.destroy();
  for (const subject of subjects) await subject.stop();
  printTable(rows);
  return { bench: 'reads', rows };
}

/** Bytes on disk per message, with its indexes. */
async function sizeOf({ db }: Database, messages: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT pg_total_relation_size('messages') AS bytes`.execute(db);
  return Math.round((rows[0]?.bytes ?? 0) / messages);
}

/** Milliseconds from the request to the last byte of the response. */
function timeOf(agent: Agent, port: number, token: string, call: string): Promise<number> {
  const [method, path] = call.split(' ');
  const fromMs = performance.now();
  return new Promise((resolve, reject) => {
    const sentRequest = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${call} answered ${answer.statusCode}`));
        answer.resume().once('end', () => resolve(performance.now() - fromMs));
      },
    );
    sentRequest.once('error', reject).end();
  });
}
