import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { recordedLog } from '@sangam/testing/recorded-log';
import { startTestServer } from '@sangam/testing/test-server';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { createActions } from './actions.js';
import { standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';

/** By this time, a client that didn't wait would have reconnected: it would after a second. */
const WOULD_BE_BACK_MS = 2_500;

it('a client reconnects only after the time that the server asked it to wait', { timeout: 60_000 }, async () => {
  const { log, lines } = recordedLog('info');
  const refusals = () => lines.filter((line) => line.includes('"code":"RATE_LIMITED"')).length;
  await using server = await startTestServer({ env: { RATE_LIMIT: 'on' }, log });
  const { url } = server;
  standInForBrowser(url);
  const actions = createActions(url);
  const [me, other] = [await actions.signUp('Me'), await actions.signUp('Other')];
  const projectId = await actions.project(me);
  // Other tabs have used up the member's connection limit.
  let before = 0;
  const connectOnce = () =>
    new Promise<void>((resolve) => {
      const auth = { token: me.token };
      const socket = io(url, { auth, forceNew: true, reconnection: false, transports: ['websocket'] });
      socket.once('connect', () => {
        socket.disconnect();
        resolve();
      });
      socket.once('connect_error', (error: Error & { data?: { code?: string } }) => {
        if (error.data?.code === 'RATE_LIMITED') before += 1;
        resolve();
      });
    });
  for (let n = 0; before === 0 && n < 40; n += 1) await Promise.all(Array.from({ length: 10 }, connectOnce));
  expect(before).toBeGreaterThan(0);
  await eventually(async () => expect(refusals()).toBe(before));
  const client = await openClient(me, me.token, { other, projectId });
  client.start();
  await eventually(async () => expect(refusals()).toBe(before + 1));
  await sleep(WOULD_BE_BACK_MS);
  expect(refusals()).toBe(before + 1);
});
