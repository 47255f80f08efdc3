import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { describe, expect, inject, it } from 'vitest';

const MEMBERS = 12;

/** Signs up members, and another who has written to each of them. */
async function startWithNews(server: TestServer) {
  const other = await server.signUp();
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => server.signUp()));
  for (const { id } of members)
    expect((await server.call('POST /api/messages', other.token, { receiver_id: id, content: 'Hi' })).status).toBe(201);
  return { members, other };
}

/** Locks the list of conversations until disposed: reading it waits, also in a refresh, but reading versions doesn't. */
async function holdLists({ database }: TestServer) {
  const held = await database.pool.connect();
  await held.query('BEGIN');
  await held.query('LOCK TABLE message_reactions IN ACCESS EXCLUSIVE MODE');
  return {
    giveBack: () => held.query('ROLLBACK'),
    async [Symbol.asyncDispose]() {
      await held.query('ROLLBACK');
      held.release();
    },
  };
}

// The embedded database has one connection.
describe.runIf(inject('template').kind === 'postgres')('while many members have changes to refresh', () => {
  it('still answers other reads', async () => {
    await using server = await startTestServer({ rateLimitFactor: 100 });
    const { members, other } = await startWithNews(server);
    await using lists = await holdLists(server);
    const refreshes = Promise.all(members.map(({ token }) => server.call('GET /api/refresh', token)));
    for (let n = 0; n < 10; n += 1)
      expect((await server.call('GET /api/messages/unread-count', other.token)).status).toBe(200);
    await lists.giveBack();
    expect((await refreshes).map(({ status }) => status)).toEqual(members.map(() => 200));
  });

  it('may return lists newer than their versions, which the next refresh then repeats', async () => {
    await using server = await startTestServer({ rateLimitFactor: 100 });
    const { members, other } = await startWithNews(server);
    const [member] = members;
    await using lists = await holdLists(server);
    // The member's tabs wait together.
    const refreshes = [...members, member].map((each) => server.call('GET /api/refresh', each?.token ?? ''));
    const tab = refreshes.at(-1);
    await server.call('GET /api/messages/unread-count', other.token);
    const answer = { receiver_id: other.id, content: 'Meanwhile' };
    expect((await server.call('POST /api/messages', members.at(-1)?.token ?? '', answer)).status).toBeLessThan(300);
    await lists.giveBack();
    const last = (await refreshes[MEMBERS - 1])?.body.data;
    expect(last.conversations.data.conversations).toMatchObject([{ last_message: 'Meanwhile' }]);
    const query = `GET /api/refresh?conversations=${last.conversations.version}`;
    const next = await server.call(query, members.at(-1)?.token ?? '');
    expect(next.body.data.conversations.data).toEqual(last.conversations.data);
    expect((await tab)?.body).toEqual((await refreshes[0])?.body);
  });

  it('refuses waiting refreshes once the server stops, since their connections would delay it', async () => {
    const server = await startTestServer({ rateLimitFactor: 100 });
    const { members } = await startWithNews(server);
    const lists = await holdLists(server);
    const refreshes = members.map(({ token }) => server.call('GET /api/refresh', token).then(({ status }) => status));
    await server.call('GET /api/messages/unread-count', members[0]?.token ?? '');
    const stopped = server.app.close();
    // The first two had begun.
    expect(await Promise.all(refreshes.slice(2))).toEqual(Array(MEMBERS - 2).fill(503));
    await lists[Symbol.asyncDispose]();
    expect(await Promise.all(refreshes.slice(0, 2))).toEqual([200, 200]);
    await stopped;
    await server.close();
  });
});
