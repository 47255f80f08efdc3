import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CallAnswer } from '@sangam/shared/app/calls';
import type { AddedMember } from '@sangam/testing/members';
import { treeCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { fillMembers, fillMessages, THREAD } from './fill.js';
import { type Subject, startSangam } from './subject.js';
import { type Outcome, printTable } from './table.js';

const FILLED_MEMBERS = 3_000;
const CONVERSATIONS = 5_000;
const WARMUP = 300;
const REFRESHES = 1_500;
const CONCURRENT_REFRESHES = 20;
/** The other member of the measured member's first conversation. */
const OTHER_MEMBER = 2;

/** The calls that a refresh replaces; other clients still use them. */
const single = [
  '/api/messages/conversations',
  '/api/messages/unread-count',
  '/api/messages/notifications',
  '/api/project-requests/incoming',
  '/api/project-requests/mine',
  '/api/projects/connections/incoming',
];
const thread = `/api/messages/conversation/${OTHER_MEMBER}?after=${THREAD}&limit=200`;

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
    const versions = versionsIn(await ask(agent, subject, '/api/refresh'));
    const refreshes = {
      'the calls of its parts, and the open thread': [...single, thread],
      'everything new': ['/api/refresh'],
      'something new in a conversation, and the open thread': [`/api/refresh?${withoutMessages(versions)}`, thread],
      'nothing new': [`/api/refresh?${versions}`],
    };
    for (const [refresh, paths] of Object.entries(refreshes)) {
      const refreshOnce = () => Promise.all(paths.map((path) => ask(agent, subject, path)));
      rows.push({ subject: subject.name, refresh, ...(await cpuOf(refreshOnce, 1, subject, database)) });
    }
    // Many refreshes at once, as after an outage, share the statements that check sessions.
    const refreshAtOnce = () =>
      Promise.all(Array.from({ length: CONCURRENT_REFRESHES }, () => ask(agent, subject, `/api/refresh?${versions}`)));
    const perRefresh = await cpuOf(refreshAtOnce, CONCURRENT_REFRESHES, subject, database);
    rows.push({ subject: subject.name, refresh: `nothing new, ${CONCURRENT_REFRESHES} at once`, ...perRefresh });
    agent.destroy();
    await subject.stop();
  }
  printTable(rows);
  return { bench: 'refresh', rows };
}

/** The versions of the parts in an answer. */
export const versionsIn = (body: string): URLSearchParams => {
  const { inbox_version: _, ...parts } = (JSON.parse(body) as CallAnswer<'GET /api/refresh'>).data;
  return new URLSearchParams(
    Object.entries(parts).map(([part, { version }]): [string, string] => [part, String(version)]),
  );
};

/** Returns the versions without those of the parts that a new message changes, so that these parts are sent. */
export function withoutMessages(versions: URLSearchParams): URLSearchParams {
  const remaining = new URLSearchParams(versions);
  for (const part of ['conversations', 'bell', 'teams']) remaining.delete(part);
  return remaining;
}

/** CPU in ms per refresh; `refresh` makes `count` at once and is called repeatedly. */
async function cpuOf(
  refresh: () => Promise<unknown>,
  count: number,
  subject: Subject,
  postgres: TemporaryPostgres | null,
) {
  const cpuUsed = () => ({ server: subject.cpuS(), database: postgres ? treeCpuSeconds(postgres.pid()) : 0 });
  for (let n = 0; n < WARMUP; n += 1) await refresh();
  const before = cpuUsed();
  for (let n = 0; n < REFRESHES; n += 1) await refresh();
  const after = cpuUsed();
  const msPerRefresh = (cpuS: number) => Number(((cpuS / REFRESHES / count) * 1_000).toFixed(3));
  return {
    'server ms': msPerRefresh(after.server - before.server),
    'database ms': postgres ? msPerRefresh(after.database - before.database) : 'in the server',
  };
}

/** Returns the body of a call's answer to a member, the first by default. */
export const ask = (
  agent: Agent,
  { ports, peers }: Subject,
  path: string,
  peer: AddedMember | undefined = peers[0],
): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${peer?.token ?? ''}` };
    request({ agent, host: '127.0.0.1', port: ports[0], path, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
      text(answer).then(resolve, reject);
    })
      .once('error', reject)
      .end();
  });
