import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '@sangam/shared/core/limits';
import { quiet, watchTables } from '@sangam/testing/database/changes';
import { eventually } from '@sangam/testing/eventually';
import { signUpModerator } from '@sangam/testing/moderating';
import { runsFull } from '@sangam/testing/runs';
import { openServerBehindProxy } from '@sangam/testing/servers/faulty-servers';
import type { Reply, TestMember } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { preparedCall, rows } from './sent-again-rows.js';

/**
 * A moment in a call: the server has sent its `nth` packet, and the database has not received it (`before`), or its answer has not arrived
 * (`answer`).
 */
type Moment = readonly [nth: number, when: 'before' | 'answer'];

/** Around each commit, and with the first statement after it; in calls without a transaction, around each statement. */
function momentsOf(packets: readonly string[]): Moment[] {
  const commits = packets.flatMap((packet, index) => (packet.includes('commit') ? [index + 1] : []));
  const around = (nth: number): Moment[] => [
    [nth, 'before'],
    [nth, 'answer'],
  ];
  if (commits.length === 0) return packets.flatMap((_, index) => around(index + 1));
  const after = (nth: number): Moment[] => (nth < packets.length ? [[nth + 1, 'before']] : []);
  return commits.flatMap((nth) => [...around(nth), ...after(nth)]);
}

/** All rows take several minutes. */
const testedRows = rows.filter((_, index) => runsFull || index % 4 === 0);
/**
 * The tables that are not written in the transaction of these calls. The conversation of two members is created before its first message,
 * with which it shows; the activity about it follows, and a crash loses it.
 */
const otherTables = (name: string) => {
  if (name === 'POST /api/messages') return ['conversations', 'memberships', 'activities'];
  return name.includes('/api/messages') ? ['activities'] : [];
};

const READY_WITHIN_MS = 5_000;
const succeeded = ({ status }: Reply) => status === 200 || status === 201;

let servers: Awaited<ReturnType<typeof openServerBehindProxy>>;
let moderator: TestMember;

async function prepared(row: (typeof rows)[number]) {
  const { send } = await preparedCall(row, servers.server, moderator);
  const { db } = servers.beside.database;
  await quiet(db);
  return { send, changes: await watchTables(db, otherTables(row.name)) };
}

async function runWithoutRestart(row: (typeof rows)[number]): Promise<{ moments: Moment[]; whole: string[] }> {
  const { send, changes } = await prepared(row);
  const packets = servers.database.record();
  expect(await send()).toSatisfy(succeeded);
  const moments = momentsOf([...packets]);
  await quiet(servers.beside.database.db);
  return { moments, whole: await changes.since() };
}

/** Makes the call while the database restarts, then again. */
async function restartDuring(row: (typeof rows)[number], moment: Moment, whole: readonly string[]): Promise<void> {
  const { send, changes } = await prepared(row);
  const restarted = servers.database.restart(...moment);
  const first = await send();
  // The server may send fewer packets than when they were counted.
  await Promise.race([restarted, sleep(500)]);
  if (!succeeded(first)) {
    expect(first).toMatchObject({ status: 503, body: { code: 'BUSY' } });
    expect(first.headers.get('retry-after')).toBe('1');
  }
  const readiness = () => servers.server.call('GET /readyz');
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 200 }), READY_WITHIN_MS);

  const expectComplete = async () => expect(await changes.since()).toEqual(whole);
  const isStored = succeeded(first) || (await changes.since()).length > 0;
  if (isStored) await eventually(expectComplete);
  const second = await eventually(async () => {
    const answer = await send();
    expect(answer).not.toMatchObject({ status: 503 });
    return answer;
  });
  if (!isStored || typeof row.again === 'string') expect(second.body).toMatchObject({ success: true });
  else if ('already' in row.again) expect(second.body).toMatchObject({ code: row.again.already, already: {} });
  else expect(second.body).toMatchObject({ code: row.again.refused });
  // A second login begins a second session.
  if (!isStored || row.again !== 'again') await eventually(expectComplete);
}

describe.runIf(inject('template').kind === 'postgres')(
  'PostgreSQL restarts during a call',
  { timeout: 120_000 },
  () => {
    beforeAll(async () => {
      servers = await openServerBehindProxy({
        env: { REDIS_URL: inject('redisUrl') ?? '' },
        timings: {
          // A job whose end can't be noted is repeated after its lease.
          jobs: { pollMs: 100, retryFirstMs: 100, leaseMs: 2_000, doneWithinMs: 1_500 },
          sessionUse: { everyMs: hourMs },
          push: { gatherMs: 20 },
          unreadEmail: { gatherMs: 20 },
        },
      });
      moderator = await signUpModerator(servers.server);
    });
    afterAll(() => servers.close());

    it.each(testedRows)('$title: is done as a whole or not at all, and can be made again', async (row) => {
      const { moments, whole } = await runWithoutRestart(row);
      try {
        for (const moment of moments) {
          await restartDuring(row, moment, whole).catch((cause: unknown) => {
            throw new Error(`a restart at packet ${moment[0]}, ${moment[1]}`, { cause });
          });
        }
      } finally {
        servers.database.set('pass');
      }
    });
  },
);
