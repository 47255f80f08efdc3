import { startTestServer } from '@sangam/testing/test-server';
import { expect, inject, it } from 'vitest';

const REFRESHES = 30;

// The embedded database has one connection.
it.runIf(inject('template').kind === 'postgres')(
  'answers what others read while many members have changes to refresh',
  async () => {
    await using server = await startTestServer({ rateLimitFactor: 100 });
    const [member, other] = [await server.signUp(), await server.signUp()];
    const sent = await server.call('POST /api/messages', member.token, { receiver_id: other.id, content: 'Hi' });
    expect(sent.status).toBeLessThan(300);

    const held = await server.database.pool.connect();
    try {
      await held.query('BEGIN');
      // The list of conversations waits for it, in a refresh too, but no version does.
      await held.query('LOCK TABLE message_reactions IN ACCESS EXCLUSIVE MODE');
      const refreshes = Promise.allSettled(
        Array.from({ length: REFRESHES }, () => server.call('GET /api/refresh', member.token)),
      );
      for (let n = 0; n < 10; n += 1)
        expect((await server.call('GET /api/messages/unread-count', other.token)).status).toBe(200);
      // A refresh that waits has older versions than lists, so the next one returns these lists again.
      const answer = { receiver_id: member.id, content: 'Meanwhile' };
      expect((await server.call('POST /api/messages', other.token, answer)).status).toBeLessThan(300);
      await held.query('ROLLBACK');
      const last = (await refreshes).at(-1);
      const data = last?.status === 'fulfilled' ? last.value.body.data : undefined;
      expect(data.conversations.data.conversations).toMatchObject([{ last_message: 'Meanwhile' }]);
      const next = await server.call(`GET /api/refresh?conversations=${data.conversations.version}`, member.token);
      expect(next.body.data.conversations.data).toEqual(data.conversations.data);
      expect(await refreshes).toEqual(
        Array(REFRESHES).fill(expect.objectContaining({ value: expect.objectContaining({ status: 200 }) })),
      );
    } finally {
      await held.query('ROLLBACK');
      held.release();
    }
  },
);
