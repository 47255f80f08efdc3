import { randomUUID } from 'node:crypto';
import { connectForTeams, formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { untilLocked } from '@sangam/testing/database/lock-waits';
import { eventually } from '@sangam/testing/eventually';
import { isOnServices } from '@sangam/testing/servers/faulty-servers';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, expect, it, onTestFinished } from 'vitest';

const redis = await startTemporaryRedis();
const env = { REDIS_URL: redis?.url ?? '' };
afterAll(() => redis?.stop());

/** Longer than a stop that waits for nothing. */
const STILL_READING_MS = 1_000;
/** Longer than the read, also on a busy machine. */
const broadcastWithinMs = 20_000;
/** Longer than a test waits: only the stop can broadcast gathered changes in time. */
const GATHERED_MS = 60_000;
const timings = { unread: { windowMs: GATHERED_MS, memberWindowMs: GATHERED_MS } };

/** Runs a statement that takes locks; the returned function releases them. */
async function locking({ database }: TestServer, statement: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

it.skipIf(redis === null)('a server that stops broadcasts the counts and read marks that it has gathered', async () => {
  const one = await startTestServer({ env, timings });
  await using two = await startTestServer({ env, beside: one });
  const [asha, bina] = [await two.signUp('Asha'), await two.signUp('Bina')];
  const { conversationId: conversation_id } = await formTeam(two, asha, [bina]);
  await sayInTeam(two, conversation_id, [
    [asha, 'One'],
    [asha, 'Two'],
  ]);
  const device = await connectForTeams(two, bina);
  const counts: number[] = [];
  const marks: number[] = [];
  device.on('unread:changed', ({ unread_count }) => counts.push(unread_count));
  const creator = await connectForTeams(two, asha);
  creator.on('conversation:read', (read) => marks.push(...read.marks.map(({ read_seq }) => read_seq)));
  const send = async () => {
    const body = { receiver_id: bina.id, content: 'Hello', client_id: randomUUID() };
    expect((await one.call('POST /api/messages', asha.token, body)).status).toBe(201);
  };
  const read = (up_to: number) => one.call(`PUT /api/messages/c/${conversation_id}/read`, bina.token, { up_to });

  // The first of each is broadcast at once.
  await send();
  await read(1);
  await eventually(() => expect([counts, marks]).toEqual([[1], [1]]));
  await send();
  await read(2);
  await one.close();
  await eventually(() => expect([counts.at(-1), marks.at(-1)]).toEqual([2, 2]));
});

it.skipIf(redis === null || !isOnServices)(
  'a server that stops waits for changes to teams that it is still reading',
  async () => {
    const one = await startTestServer({ env, timings: { stop: { broadcastWithinMs } } });
    onTestFinished(() => one.close());
    await using two = await startTestServer({ env, beside: one });
    const [asha, bina] = [await two.signUp('Asha'), await two.signUp('Bina')];
    const { projectId } = await formTeam(two, asha, [bina]);
    const creator = await connectForTeams(two, asha);
    const events: string[] = [];
    creator.onAny((event: string) => events.push(event));

    // The removal waits for the row's lock, and the table's lock waits for the removal, so that reads of the table after the removal wait,
    // too.
    const unlockRow = await locking(one, `SELECT FROM projects WHERE id = ${projectId} FOR UPDATE`);
    const removed = one.call(`DELETE /api/projects/${projectId}/members/${bina.id}`, asha.token).catch(() => undefined);
    await untilLocked(one.database);
    const locked = locking(one, 'LOCK TABLE projects IN ACCESS EXCLUSIVE MODE');
    await untilLocked(one.database, 2);
    await unlockRow();
    const unlockTable = await locked;
    expect(events).not.toContain('conversation:changed');
    await untilLocked(one.database);
    const stopped = one.app.close();
    setTimeout(() => void unlockTable(), STILL_READING_MS);
    await stopped;
    await removed;
    await eventually(() => expect(events).toContain('conversation:changed'));
    expect(events).not.toContain('pushes:missed');
  },
);
