import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PUBLIC_URL = 'https://good.example';
const SIBLING = 'https://pages.good.example';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { NODE_ENV: 'production', PUBLIC_URL, CORS_ORIGINS: SIBLING } });
});
afterAll(() => server.close());

/** Returns the answer to a long-polling handshake with these headers. */
const handshake = async (headers: Record<string, string>) =>
  (await server.call('GET /socket.io/?EIO=4&transport=polling', null, undefined, headers)).status;

it.each([
  ['a program', {}],
  ['the page’s own GET', { 'sec-fetch-site': 'same-origin' }],
  ['an address that was typed', { 'sec-fetch-site': 'none' }],
  ['the page', { origin: PUBLIC_URL }],
  ['a listed page', { origin: SIBLING, 'sec-fetch-site': 'same-site' }],
])('accepts a handshake with %s', async (_who, headers) => {
  expect(await handshake(headers)).toBe(200);
});

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site, in capitals', { 'sec-fetch-site': 'Cross-Site' }],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['no origin at all', { origin: 'null' }],
  ['an origin that begins alike', { origin: `${PUBLIC_URL}.evil.example` }],
  ['plain HTTP', { origin: PUBLIC_URL.replace('https', 'http') }],
  ['another port', { origin: `${PUBLIC_URL}:8443` }],
  ['an unlisted sibling', { origin: 'https://other.good.example', 'sec-fetch-site': 'same-site' }],
])('refuses a handshake with %s', async (_who, headers) => {
  expect(await handshake(headers)).toBe(403);
});

it.each(['polling', 'websocket'])('connects a program by %s', async (transport) => {
  const socket = await server.connect(await server.signUp(), { transports: [transport] });
  expect(socket.connected).toBe(true);
});
