import { createServer, type IncomingMessage } from 'node:http';
import { listenHere } from '@sangam/testing/servers/listening';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../../config.js';
import { createRateLimits } from '../../limits/rate-limits.js';
import { defaultTimings as timings } from '../../timings.js';
import type { Io } from './io.js';
import { createSocketServer } from './server.js';

/** Leaves 20 of the 2,000 handshakes allowed in half a minute. */
const FACTOR = 0.01;
const ALLOWED = 20;
const PAGE = 'https://page.example';

let io: Io;
let url: string;
beforeAll(async () => {
  const http = createServer();
  const limits = createRateLimits(FACTOR, null, () => undefined);
  const config = readConfig({ TRUST_PROXY: 'on', CORS_ORIGINS: PAGE });
  io = createSocketServer(http, { config, limits, timings: timings.sockets, log: pino({ level: 'silent' }) });
  url = `http://127.0.0.1:${await listenHere(http)}/socket.io/?EIO=4&transport=polling`;
});
afterAll(() => io.close());

const ask = (address: string, query = '', headers = {}) =>
  fetch(`${url}${query}`, { headers: { ...headers, 'x-forwarded-for': address } });

it('unauthenticated connections count by address; a refusal says when to retry', async () => {
  const address = '198.51.100.3';
  for (let n = 0; n < ALLOWED; n += 1) {
    const opened = await ask(address);
    expect([opened.status, opened.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  }
  expect((await ask('198.51.100.4')).status).toBe(200);
  const polling = await ask(address, '', { origin: PAGE });
  expect([polling.status, await polling.json()]).toMatchObject([429, { success: false, code: 'RATE_LIMITED' }]);
  expect(Number(polling.headers.get('retry-after'))).toBeGreaterThan(0);
  // A page from another origin may read it.
  expect(polling.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(polling.headers.get('access-control-expose-headers')).toBe('Retry-After');
  // Engine.IO ignores an empty connection name.
  expect((await ask(address, '&sid=')).status).toBe(429);
  const upgraded = await new Promise<IncomingMessage>((resolve) => {
    const webSocketUrl = url.replace('http', 'ws').replace('polling', 'websocket');
    const headers = { 'x-forwarded-for': address };
    const socket = new WebSocket(webSocketUrl, { headers });
    socket.once('unexpected-response', (_, response) => resolve(response)).on('error', () => undefined);
  });
  expect(upgraded.statusCode).toBe(429);
  const laterS = Number(upgraded.headers['retry-after']);
  expect(laterS).toBeGreaterThan(0);
  expect(laterS).toBeLessThanOrEqual(Number(polling.headers.get('retry-after')));
});

it('requests for unknown connections count by address; those for known ones do not', async () => {
  const address = '198.51.100.1';
  const opened = await ask(address);
  const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
  for (let n = 0; n < ALLOWED; n += 1) expect((await ask(address, `&sid=unknown${n}`)).status).toBe(400);
  for (let n = 0; n < 2; n += 1) {
    const refused = await ask(address, '&sid=unknown');
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await ask('198.51.100.2', '&sid=unknown')).status).toBe(400);
  // Members behind the address: one is connected, and one connects.
  const sent = await fetch(`${url}&sid=${sid}`, {
    method: 'POST',
    body: '1',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': address },
  });
  expect(sent.status).toBe(200);
  expect((await ask(address)).status).toBe(200);
});

it('a connection named twice counts by the last name, as in Engine.IO', async () => {
  const address = '198.51.100.5';
  for (let n = 0; n < ALLOWED; n += 1) expect((await ask(address, '&sid=x&sid=')).status).toBe(200);
  expect((await ask(address, '&sid=x&sid=')).status).toBe(429);
});
