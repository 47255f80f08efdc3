import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { http } from '@sangam/shared/app/http';
import type { HttpCall } from '@sangam/shared/core/contract';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPRESSED_FROM, gzipPadded } from './compress.js';

let server: TestServer;
let asha: TestMember;
beforeAll(async () => {
  server = await startTestServer();
  asha = await server.signUp('Asha');
  const bina = await server.signUp('Bina');
  for (let n = 0; n < 10; n += 1)
    await server.call('POST /api/messages', bina.token, {
      receiver_id: asha.id,
      content: `Number ${n}: ಕನ್ನಡ ${'long '.repeat(30)}`,
    });
  conversation = `/api/messages/conversation/${bina.id}`;
});
afterAll(() => server.close());
let conversation: string;

/** Without anything decoded on the way. */
async function raw(method: string, path: string, encodings?: string) {
  const headers = {
    authorization: `Bearer ${asha.token}`,
    ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(`${server.url}${path}`, { method, headers }, resolve).on('error', reject).end(),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { headers: response.headers, body: Buffer.concat(chunks) };
}

describe('an answer', () => {
  it.each(['gzip, deflate, br', 'gzip', '*', 'br;q=1, gzip;q=0.5'])('is compressed for %s', async (encodings) => {
    const plain = await raw('GET', conversation);
    const { headers, body } = await raw('GET', conversation, encodings);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: expect.stringMatching(/\bAccept-Encoding\b/u),
    });
    expect(gunzipSync(body).equals(plain.body)).toBe(true);
    expect(body.length).toBeLessThan(plain.body.length / 2);
  });

  it.each([undefined, 'identity', 'br', 'gzip;q=0', 'identity, gzip;q=0.5', 'nonsense;;'])(
    'is not compressed for %s',
    async (encodings) => {
      const { headers, body } = await raw('GET', conversation, encodings);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toMatch(/\bAccept-Encoding\b/u);
      expect(JSON.parse(String(body))).toMatchObject({ success: true });
    },
  );

  it('is left as it is while it is short, or an error', async () => {
    for (const path of ['/api/messages/unread-count', '/api/projects/999999']) {
      const { headers, body } = await raw('GET', path, 'gzip');
      expect(headers['content-encoding']).toBeUndefined();
      expect(body.length).toBeLessThan(COMPRESSED_FROM);
    }
  });

  it('is complete if it is so long that the pool compresses it', async () => {
    const bina = await server.signUp('Bina');
    for (let n = 0; n < 60; n += 1)
      await server.call('POST /api/messages', bina.token, {
        receiver_id: asha.id,
        content: `${n} ${'ಕನ್ನಡ'.repeat(790)}`,
      });
    const path = `/api/messages/conversation/${bina.id}?limit=60`;
    const plain = await raw('GET', path);
    expect(String(plain.body).length).toBeGreaterThan(200_000);
    const { headers, body } = await raw('GET', path, 'gzip');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(body.length) });
    expect(gunzipSync(body).equals(plain.body)).toBe(true);
  });

  it('has the headers of its GET for HEAD, and no body', async () => {
    const { headers, body } = await raw('HEAD', conversation, 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(body).toHaveLength(0);
  });
});

describe('the length of a compressed answer', () => {
  it('varies by up to 255 bytes, evenly', () => {
    const text = JSON.stringify({ success: true, data: 'x'.repeat(COMPRESSED_FROM) });
    const lengths = Array.from({ length: 4_000 }, () => {
      const bytes = gzipPadded(text);
      expect(String(gunzipSync(bytes))).toBe(text);
      return bytes.length;
    });
    const least = Math.min(...lengths);
    expect(Math.max(...lengths) - least).toBeLessThanOrEqual(255);
    const quarters = [0, 1, 2, 3].map(
      (n) => lengths.filter((length) => Math.floor((length - least) / 64) === n).length,
    );
    for (const count of quarters) expect(count).toBeGreaterThan(800);
  });
});

/** Properties that hold secrets: tokens, and addresses with a signature. */
const SECRET = /^(?:token|(?:\w+_)?urls?)$/u;

it('holds no secret if it may be compressed', () => {
  const unmarked = Object.entries<HttpCall>(http).filter(([name, { answer, holdsSecret }]) => {
    let found = false;
    JSON.stringify(answer, (_key, schema) => {
      found ||= Object.keys(schema?.properties ?? {}).some((property) => SECRET.test(property));
      return schema;
    });
    return name.startsWith('GET ') && found !== (holdsSecret ?? false);
  });
  expect(unmarked.map(([name]) => name)).toEqual([]);
});
