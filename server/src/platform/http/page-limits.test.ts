import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import accepts from '@fastify/accepts';
import { listenHere } from '@sangam/testing/servers/listening';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../config.js';
import { fail } from '../lib/result.js';
import { createRateLimits, type RateLimits } from '../limits/rate-limits.js';
import { refuseFloods, registerApiLimit } from './api-limit.js';
import { registerErrorHandling } from './error-handler.js';
import { clientBuild } from './pages.js';

const config = readConfig({ TRUST_PROXY: 'on' });
const sessions = { signedFor: () => null, authenticate: async () => fail('UNAUTHORIZED') };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers everything with 200, behind the limits. */
async function listen(limits: RateLimits): Promise<string> {
  const http = createServer((_request, response) => void response.end('served'));
  refuseFloods(http, { config, limits, sessions });
  const port = await listenHere(http);
  closing.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${port}`;
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Records the counts, and refuses nothing. */
function counting() {
  const counted: string[] = [];
  const limits: RateLimits = {
    take: async () => null,
    spend: (limit) => {
      counted.push(limit);
      return null;
    },
    hasToWait: () => false,
    refused: () => null,
  };
  return { limits, counted };
}

it.each([
  ['GET', '/', 'pageByAddress'],
  ['GET', '/messages/7?x=1', 'pageByAddress'],
  ['POST', '/nothing', 'pageByAddress'],
  ['GET', '/%61pi/auth/me', 'pageByAddress'],
  ['GET', '/assets/index-abc.js', 'fileByAddress'],
  ['GET', '/assets/none', 'fileByAddress'],
  ['GET', '/boot.js?v=1', 'fileByAddress'],
  ['GET', '/icons/icon-192.png', 'fileByAddress'],
  ['OPTIONS', '/api/auth/me', 'pageByAddress'],
  ['OPTIONS', '/socket.io/', 'pageByAddress'],
  ['GET', '/socket.iox', 'fileByAddress'],
  ['GET', '/healthz', null],
  ['GET', '/readyz?x', null],
  ['GET', '/readyzx', 'pageByAddress'],
  // Counted later, where more is known about them.
  ['GET', '/api/auth/me', null],
  ['GET', '/socket.io/?EIO=4', null],
])('%s %s counts as %s', async (method, path, limit) => {
  const { limits, counted } = counting();
  const url = await listen(limits);
  await fetch(`${url}${path}`, { method });
  expect(counted).toEqual(limit === null ? [] : [limit]);
});

it.each([
  ['text/html,*/*;q=0.8', ['pageByAddress']],
  ['text/*', ['pageByAddress']],
  ['application/json', ['apiByAddress', 'workByAddress']],
  ['*/*', ['apiByAddress', 'workByAddress']],
])('a project’s address counts by the requested type: %s', async (accept, counts) => {
  const { limits, counted } = counting();
  const app = Fastify();
  await app.register(accepts);
  registerErrorHandling(app);
  registerApiLimit(app, { config, limits, sessions });
  app.get('/projects/:id', () => 'served');
  await app.inject({ url: '/projects/7', headers: { accept } });
  expect(counted).toEqual(counts);
});

it('a call counts as a call for a program that asks for a page, however its address is spelled', async () => {
  const { limits, counted } = counting();
  const app = Fastify();
  await app.register(accepts);
  registerErrorHandling(app);
  registerApiLimit(app, { config, limits, sessions });
  app.get('/api/projects', () => 'served');
  for (const url of ['/api/projects', '/%61pi/projects', '/ap%69/projects'])
    expect((await app.inject({ url, headers: { accept: 'text/html' } })).body).toBe('served');
  expect(counted).toEqual(Array(3).fill(['apiByAddress', 'workByAddress']).flat());
});

it('an address with too many page requests gets a time to retry, and others are served', async () => {
  const url = await listen(createRateLimits(0.001, null, () => undefined));
  const ask = (address: string, path = '/') => fetch(`${url}${path}`, from(address));
  for (let n = 0; n < 6; n += 1) expect((await ask('2001:db8:0:7::1')).status).toBe(200);
  for (let n = 0; n < 2; n += 1) {
    const refused = await ask('2001:db8:0:7::2');
    expect([refused.status, await refused.json()]).toMatchObject([429, { success: false, code: 'RATE_LIMITED' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await ask('2001:db8:0:8::1')).status).toBe(200);
  // Files, health checks and calls aren't affected.
  for (const path of ['/assets/a.js', '/healthz', '/api/auth/me'])
    expect((await ask('2001:db8:0:7::1', path)).status).toBe(200);
});

it('a thousand members behind one address open the application for the first time within half a minute', async () => {
  const limits = createRateLimits(1, null, () => undefined);
  const files = readdirSync(join(clientBuild, 'assets')).filter((name) => !/\.(br|gz)$/u.test(name)).length;
  for (let n = 0; n < 6 * 1_000; n += 1) expect(await limits.spend('pageByAddress', '198.51.100.1')).toBe(null);
  let refused = 0;
  for (let n = 0; n < files * 1_000; n += 1)
    if ((await limits.spend('fileByAddress', '198.51.100.1')) !== null) refused += 1;
  expect(refused).toBe(0);
});
