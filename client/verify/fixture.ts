import { eventually } from '@sangam/testing/eventually';
import { type FaultyProxy, startProxy } from '@sangam/testing/servers/proxy';
import { expect, onTestFinished } from 'vitest';
import { type Actor, createActions } from './actions.js';
import { goTo, standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { expectDone, expectSameForAll, expectSaved, storedMessages, textsOf } from './same-for-all.js';
import { createWalk, type Device } from './walk-acts.js';
import { randomFrom } from './walk-random.js';

/** The client's longest retry pause is 15 seconds, and the machine may be busy. */
const SETTLED_WITHIN_MS = 60_000;

/** The number of messages at first. */
const BEFORE = 2;

/** Opens this many devices for each of two members, spread over these servers, each behind a proxy. */
export async function openFixture(
  urls: readonly string[],
  { devicesEach, seed }: { devicesEach: number; seed: number },
) {
  const proxies = await Promise.all(
    urls.map((url) => startProxy({ host: '127.0.0.1', port: Number(new URL(url).port) })),
  );
  onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
  const url = urls[0] ?? '';
  standInForBrowser(url);
  const actions = createActions(url);
  const [asha, bina] = [await actions.signUp('Asha'), await actions.signUp('Bina')];
  const projectId = await actions.project(asha);
  await actions.write(asha, bina, 'before');
  await actions.write(bina, asha, 'before');
  const devices: Device[] = [];
  const open = async (by: Actor, other: Actor, { port }: FaultyProxy) => {
    goTo(`http://127.0.0.1:${port}`);
    const client = await openClient(by, by.token, { other, projectId });
    await client.connect();
    devices.push({ by, other, client });
  };
  for (let n = 0; n < devicesEach; n += 1) {
    // The first device of each member is on a different server.
    await open(asha, bina, proxies[n % proxies.length] as FaultyProxy);
    await open(bina, asha, proxies[(n + 1) % proxies.length] as FaultyProxy);
  }
  const below = randomFrom(seed);
  const walk = createWalk(devices, below, actions);
  return {
    ...{ proxies, below, asha, bina, actions, walk },
    stored: () => storedMessages(url, asha, bina),
    /** Waits until every outbox is empty. */
    settled: () =>
      eventually(
        () => expect(devices.flatMap(({ client }) => client.waiting())).toEqual([]),
        ...[SETTLED_WITHIN_MS, 50],
      ),
    /**
     * Every device shows the same messages, byte for byte, with every act done once, and the member's own saved
     * messages.
     */
    async expectHeld() {
      const stored = await storedMessages(url, asha, bina);
      expect(textsOf(await storedMessages(url, bina, asha))).toEqual(textsOf(stored));
      await expectSameForAll(
        devices.map(({ client }) => client),
        stored,
      );
      await expectSaved(url, devices, stored);
      expectDone(walk.walked, stored, BEFORE);
      return stored;
    },
  };
}
