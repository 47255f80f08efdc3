import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@sangam/testing/eventually';
import { freePort, spawnServer } from '@sangam/testing/process';
import { startProxy } from '@sangam/testing/proxy';
import { expect, it, vi } from 'vitest';
import { standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { connectTestServer } from './test-server.js';

/** A ping is missed after 10 seconds and given up 5 later. */
const NOTICED_WITHIN_MS = 17_000;

/** A read waits for its answer for 30 seconds: long after the connection is back. */
it('what was asked before a silent cut is asked anew, so that the screen is fresh within 5 seconds of the reconnection', {
  timeout: 60_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sangam-blackhole-'));
  const port = await freePort();
  const server = spawnServer({ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '' });
  const proxy = await startProxy({ host: '127.0.0.1', port });
  try {
    await server.listening;
    standInForBrowser(`http://127.0.0.1:${proxy.port}`);
    const testServer = connectTestServer(`http://127.0.0.1:${port}`);
    const [me, other] = [await testServer.signUp('Me'), await testServer.signUp('Other')];
    await testServer.write(other, me, 'Hello');
    const projectId = await testServer.project(other);
    const client = await openClient(me, me.token, { other, projectId });
    const stop = await client.connect();

    const asked = vi.spyOn(globalThis, 'fetch');
    proxy.set('blackhole');
    window.dispatchEvent(new Event('focus'));
    await eventually(() => expect(asked.mock.calls.flat()).toContain('/api/messages/conversations'));
    await testServer.write(other, me, 'during the cut');
    await testServer.project(other);
    await eventually(() => expect(client.isConnected()).toBe(false), NOTICED_WITHIN_MS);
    proxy.set('pass');
    await eventually(() => expect(client.isConnected()).toBe(true));
    await eventually(async () => {
      const fresh = await openClient(me, me.otherToken, { other, projectId });
      expect(client.screen()).toEqual(fresh.screen());
    }, 5_000);
    stop();
  } finally {
    await proxy.close();
    server.child.kill('SIGTERM');
    await server.exited;
    await rm(dataDir, { recursive: true, force: true });
  }
});
