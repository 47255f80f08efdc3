import { setTimeout as sleep } from 'node:timers/promises';
import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { openPushService } from '@sangam/testing/push-service';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it, onTestFinished } from 'vitest';
import { allowsSilentPush } from '../../platform/records/push-services.js';

/** Starts a server and a member with a device of this vendor, with a function that sends them a message to be pushed. */
async function start(host: string) {
  const service = await openPushService({ host });
  const clock = shiftedClock();
  const server = await startTestServer({
    clock,
    webPushNetwork: service.network,
    env: { PUBLIC_URL: 'https://sangam.test' },
    timings: { jobs: { pollMs: 100, retryFirstMs: 20 }, push: { gatherMs: 20 } },
  });
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  const [asha, bina] = [await server.signUp('Asha Rao'), await server.signUp()];
  const device = service.subscribe();
  expect((await server.call('PUT /api/push', bina.token, device.body)).status).toBe(200);
  const jobs = async () =>
    (await server.database.pool.query("SELECT * FROM jobs WHERE kind IN ('push', 'push:device')")).rows;
  return {
    device,
    asha,
    async messageComes() {
      const delivered = device.delivered().length;
      await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'Hello' });
      await eventually(async () => expect(await jobs()).not.toEqual([]));
      clock.aheadMs += PUSHED_AFTER_MS;
      await eventually(() => expect(device.delivered()).toHaveLength(delivered + 1));
      await eventually(async () => expect(await jobs()).toEqual([]));
    },
    readOnOtherDevice: () => server.call(`PUT /api/messages/mark-read/${asha.id}`, bina.token),
  };
}

it('Apple’s service gets only pushes that are shown, as declarative push messages', async () => {
  const { device, asha, messageComes, readOnOtherDevice } = await start('web.push.apple.com');
  await messageComes();
  const [first] = device.delivered();
  const path = String(first?.notice.path);
  expect(path).toMatch(/^\/messages\/c\/\d+$/u);
  expect(first?.notice).toEqual({
    topic: `chat:${asha.id}`,
    version: 1,
    came: 1,
    title: 'Asha Rao',
    body: 'New message',
    path,
    must_show: true,
    web_push: 8030,
    notification: {
      title: 'Asha Rao',
      body: 'New message',
      tag: `chat:${asha.id}`,
      navigate: `https://sangam.test${path}`,
    },
  });
  await readOnOtherDevice();
  // A push that closes the notification would have been sent by then.
  await sleep(300);
  expect(device.delivered()).toHaveLength(1);
  await messageComes();
});

it('other services also get pushes that only close a notification', async () => {
  const { device, messageComes, readOnOtherDevice } = await start('fcm.googleapis.com');
  await messageComes();
  expect(device.delivered()[0]?.notice).not.toHaveProperty('web_push');
  await readOnOtherDevice();
  await eventually(() => expect(device.delivered().map(({ notice }) => 'close' in notice)).toEqual([false, true]));
});

it.each([
  ['https://web.push.apple.com/x', false],
  ['https://api.push.apple.com/x', false],
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://wns2-by3p.notify.windows.com/w/x', true],
])('%s accepts a push that shows nothing: %s', (endpoint, isAllowed) => {
  expect(allowsSilentPush(endpoint)).toBe(isAllowed);
});
