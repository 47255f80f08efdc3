import { eventually } from '@sangam/testing/eventually';
import { startProxy } from '@sangam/testing/servers/proxy';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createActions } from './actions.js';
import { standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';

/** The client misses a ping within a second, and drops the connection a second later. */
const timings = { sockets: { pingIntervalMs: 1_000, pingTimeoutMs: 1_000 } };
/** Enough for a busy machine; well below a read's timeout. */
const FRESH_WITHIN_MS = 15_000;

/** A read waits 30 seconds for its answer, by when the connection has long been back. */
it('reads in flight at a silent cut are retried, so that the screen is fresh soon after reconnecting', {
  timeout: 60_000,
}, async () => {
  await using server = await startTestServer({ timings });
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  try {
    standInForBrowser(`http://127.0.0.1:${proxy.port}`);
    const actions = createActions(server.url);
    const [me, other] = [await actions.signUp('Me'), await actions.signUp('Other')];
    await actions.write(other, me, 'Hello');
    const projectId = await actions.project(other);
    const client = await openClient(me, me.token, { other, projectId });
    await client.connect();

    const asked = vi.spyOn(globalThis, 'fetch');
    // Restored before the browser stub, since later it would undo the stub's `fetch`.
    onTestFinished(() => asked.mockRestore());
    proxy.set('blackhole');
    window.dispatchEvent(new Event('focus'));
    await eventually(() => expect(asked.mock.calls.flat()).toContainEqual(expect.stringMatching(/^\/api\/refresh\b/u)));
    await actions.write(other, me, 'during the cut');
    await actions.project(other);
    await eventually(() => expect(client.isConnected()).toBe(false));
    proxy.set('pass');
    await eventually(() => expect(client.isConnected()).toBe(true));
    await eventually(async () => {
      const fresh = await openClient(me, me.otherToken, { other, projectId });
      expect(client.screen()).toEqual(fresh.screen());
    }, FRESH_WITHIN_MS);
  } finally {
    await proxy.close();
  }
});
