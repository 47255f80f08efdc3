import { randomUUID } from 'node:crypto';
import { connectForTeams, formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { startTestServer } from '@sangam/testing/test-server';
import { afterAll, expect, it } from 'vitest';

const redis = await startTemporaryRedis();
const env = { REDIS_URL: redis?.url ?? '' };
afterAll(() => redis?.stop());

/** Longer than a test waits: what is gathered is broadcast by the stop, or never. */
const GATHERED_MS = 60_000;
const timings = { unread: { windowMs: GATHERED_MS, memberWindowMs: GATHERED_MS } };

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
