import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { http } from '@sangam/shared/app/http';
import { startTestServer } from '@sangam/testing/test-server';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

const routes = new Set<string>();
/** Fastify reports each server that it creates. */
const record = (message: unknown): void => {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  });
};

beforeAll(async () => {
  subscribe('fastify.initialization', record);
  const METRICS_TOKEN = 'a-token-of-sixteen';
  await using _ = await startTestServer({ env: { METRICS_TOKEN } });
});
afterAll(() => unsubscribe('fastify.initialization', record));

/**
 * A server's routes outside the contract; the tests on rights and refusals cover the contract's calls. A new route is listed here with its
 * permitted callers, and has its own test for that.
 */
const otherPaths = {
  'a file of the member’s own, by their token': ['GET /api/account/export', 'POST /api/account/export'],
  'by an address that is signed, for a member and a time': [
    'GET /files/:id/:file',
    'GET /files/members/:picture/:file',
    'GET /api/mails/unsubscribe',
    'POST /api/mails/unsubscribe',
  ],
  'by the operator’s token': ['GET /metrics'],
  'the browser’s way to a provider and back, bound by a cookie': [
    'GET /api/auth/github',
    'GET /api/auth/github/callback',
    'GET /api/auth/google',
    'GET /api/auth/google/callback',
  ],
  'calls of the specification without /api, with the rights of those': [
    'GET /projects/:id',
    'POST /projects/:id/connect',
    'PUT /projects/connections/:id',
    'DELETE /projects/connections/:id',
  ],
  'open to all, and the same for all': [
    'OPTIONS *',
    'GET /healthz',
    'GET /readyz',
    'GET /robots.txt',
    'GET /sitemap.xml',
    ...['', '/json', '/yaml', '/static/*', '/static/index.html', '/static/swagger-initializer.js'].map(
      (path) => `GET /api/docs${path}`,
    ),
  ],
};

/** The pages, where they are built: the files of one folder, and the page for all paths. */
const isPage = (route: string): boolean =>
  /^GET \/((assets|icons)\/.+|[\w-]+\.(js|html|svg|webmanifest)(\.gz|\.br)?)?$/u.test(route);

it('answers the calls of the contract, and only these other routes', () => {
  const named = new Set([...Object.keys(http), ...Object.values(otherPaths).flat()]);
  // Fastify answers HEAD wherever it answers GET.
  const found = [...routes].filter((route) => !route.startsWith('HEAD ') && !named.has(route));
  expect(found.filter((route) => !isPage(route)).toSorted()).toEqual([]);
  expect([...named].filter((route) => !routes.has(route)).toSorted()).toEqual([]);
});
