import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@sangam/testing/eventually';
import { freePort, spawnServer } from '@sangam/testing/process';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { connectTestServer } from './test-server.js';

it('a client that the server tells to wait before it connects again does wait', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sangam-refused-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '' };
  const server = spawnServer({ ...env, RATE_LIMIT: 'on', LOG_LEVEL: 'info' });
  try {
    await server.listening;
    const refusals = () => server.output().split('"code":"RATE_LIMITED"').length - 1;
    standInForBrowser(url);
    const testServer = connectTestServer(url);
    const [me, other] = [await testServer.signUp('Me'), await testServer.signUp('Other')];
    const projectId = await testServer.project(me);
    // Somebody at the same address has used up what it may connect.
    let before = 0;
    const knock = () =>
      new Promise<void>((resolve) => {
        const socket = io(url, { forceNew: true, reconnection: false, transports: ['websocket'] });
        socket.once('connect_error', (error: Error & { data?: { code?: string } }) => {
          if (error.data?.code === 'RATE_LIMITED') before += 1;
          resolve();
        });
      });
    for (let n = 0; before === 0 && n < 40; n += 1) await Promise.all(Array.from({ length: 10 }, knock));
    expect(before).toBeGreaterThan(0);
    await eventually(async () => expect(refusals()).toBe(before), 5_000);
    const client = await openClient(me, me.token, { other, projectId });
    const stop = client.start();
    await eventually(async () => expect(refusals()).toBe(before + 1), 5_000);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(refusals()).toBe(before + 1);
    stop();
  } finally {
    server.child.kill('SIGTERM');
    await server.exited;
    await rm(dataDir, { recursive: true, force: true });
  }
});
