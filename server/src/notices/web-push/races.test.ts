import { openPushService } from '@sangam/testing/push-service';
import { startTestServer, type TestMember } from '@sangam/testing/test-server';
import { expect, it, onTestFinished } from 'vitest';

it('a device that subscribes many times at once, even for two members, is stored once for one of them', async () => {
  const service = await openPushService();
  const server = await startTestServer({ webPushNetwork: service.network });
  const second = await startTestServer({ webPushNetwork: service.network, beside: server });
  onTestFinished(async () => {
    await second.close();
    await server.close();
    await service.close();
  });
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  const devices = async (): Promise<number[]> =>
    (await server.database.pool.query('SELECT user_id FROM push_subscriptions')).rows.map(({ user_id }) => user_id);
  const subscribe = async (members: TestMember[]) => {
    const { body } = service.subscribe();
    const calls = Array.from({ length: 20 }, (_, n) => {
      const member = members[n % members.length] as TestMember;
      return (n % 3 === 0 ? second : server).call('PUT /api/push', member.token, body);
    });
    return new Set((await Promise.all(calls)).map(({ status }) => status));
  };
  expect(await subscribe([asha])).toEqual(new Set([200]));
  expect(await devices()).toEqual([asha.id]);
  // A new endpoint replaces the session's; of two sessions, the last one owns it.
  expect(await subscribe([asha, bina])).toEqual(new Set([200]));
  expect(await devices()).toHaveLength(1);
});
