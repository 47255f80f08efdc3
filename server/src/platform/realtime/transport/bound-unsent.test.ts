import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { listenHere } from '@sangam/testing/servers/listening';
import pino from 'pino';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../../config.js';
import { createRateLimits } from '../../limits/rate-limits.js';
import { defaultTimings } from '../../timings.js';
import type { MemberSocket } from './io.js';
import { createSocketServer } from './server.js';

it('closes a WebSocket that does not read broadcasts, after a bounded number of them', async () => {
  const http = createServer();
  const limits = createRateLimits(null, null, () => undefined);
  const timings = { ...defaultTimings.sockets, closeFrameWithinMs: 100 };
  const io = createSocketServer(http, { config: readConfig({}), limits, timings, log: pino({ level: 'silent' }) });
  const port = await listenHere(http);
  const deaf = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  deaf.on('message', (data) => {
    if (String(data).startsWith('0')) deaf.send('40');
  });
  const socket = await new Promise<MemberSocket>((resolve) => io.once('connection', resolve));
  (deaf as unknown as { _socket: Socket })._socket.pause();
  const content = 'x'.repeat(10_000);
  let broadcasts = 0;
  while (socket.connected && broadcasts < 5_000) {
    io.emit('typing', content as never);
    broadcasts += 1;
    if (broadcasts % 10 === 0) await new Promise(setImmediate);
  }
  // The kernel's buffers take some of it.
  expect(broadcasts).toBeLessThan(2_000);
  deaf.terminate();
  await io.close();
});
