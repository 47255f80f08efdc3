import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { http } from '@sangam/shared/app/http';
import type { HttpCall } from '@sangam/shared/core/contract';
import { recordedLog } from '@sangam/testing/recorded-log';
import { everyNth } from '@sangam/testing/runs';
import { type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const METRICS_TOKEN = 'a-token-of-this-test';
const { log, lines } = recordedLog('warn');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN }, log });
});
afterAll(() => server.close());

/** Writes bytes to a connection of its own and reads the answer until it is closed. */
function raw(bytes: string, { withinMs = 12_000 } = {}): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end of the connection; so far: ${text}`));
    }, withinMs);
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

function expectEnvelope({ status, headers, body }: Reply, code: string) {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(body).filter((key) => key !== 'errors')).toEqual(['success', 'message', 'code', 'request_id']);
  expect(body).toMatchObject({ success: false, code, request_id: expect.any(String) });
  expect(JSON.stringify(body)).not.toMatch(/\\n +at |node_modules|FST_|\.ts|\.js/u);
  return status;
}

describe('a request for another protocol', () => {
  const asks = 'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  it.each([
    ['HTTP/2', `GET /api/site HTTP/1.1\r\n${asks}\r\n`, 200],
    [
      'HTTP/2, with a body',
      `POST /api/auth/login HTTP/1.1\r\n${asks}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a":"b"}`,
      400,
    ],
    ['a WebSocket elsewhere', `GET /api/nothing HTTP/1.1\r\nHost: a\r\n${UPGRADE}`, 404],
  ])('is served as a plain request, and ends its connection: %s', async (_, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'));
    if (status === 400) expect(bodyOf(answer).code).toBe('INVALID');
  });
});

describe('invalid addresses and methods', () => {
  it('show a browser the page, except for addresses of calls', async () => {
    const asBrowser = async (path: string) => {
      const { status, headers } = await server.call(`GET ${path}`, null, undefined, { accept: 'text/html' });
      return [status, headers.get('content-type')];
    };
    for (const path of ['/%', '/%c0%af', '/projects/%', '/%?q=%'])
      expect(await asBrowser(path), path).toEqual([200, 'text/html; charset=utf-8']);
    expect((await asBrowser('/api/%zz'))[0]).toBe(400);
  });

  it.each([
    ['GET /api/nothing', 404, 'NOT_FOUND'],
    ['GET /api', 404, 'NOT_FOUND'],
    ['POST /nothing', 404, 'NOT_FOUND'],
    ['GET /api/auth/login/', 405, 'METHOD_NOT_ALLOWED'],
    ['GET /%', 400, 'MALFORMED'],
    ['GET /api/%zz', 400, 'MALFORMED'],
    ['GET /%c0%af', 400, 'MALFORMED'],
    ['GET /api/%00', 404, 'NOT_FOUND'],
    ['GET /api/projects/%00', 400, 'INVALID'],
    ['GET /api/projects/%2e%2e%2f%2e%2e', 400, 'INVALID'],
    [`GET /api/projects/${'9'.repeat(200)}`, 400, 'INVALID'],
    ['GET /assets/%2e%2e/%2e%2e/package.json', 404, 'NOT_FOUND'],
  ])('%s → %i', async (name, status, code) => {
    expect(expectEnvelope(await server.call(name), code)).toBe(status);
  });

  it.each([
    ['GET', '/api/auth/login', 'POST'],
    ['DELETE', '/api/auth/signup', 'POST'],
    ['POST', '/api/auth/me', 'GET'],
    ['DELETE', '/api/users/profile', 'PUT, PATCH'],
    ['PUT', '/api/projects', 'GET, POST'],
    ['POST', '/api/auth/google', 'GET'],
  ])('%s %s → 405 with Allow: %s', async (method, path, allow) => {
    const answer = await server.call(`${method} ${path}`);
    expect(expectEnvelope(answer, 'METHOD_NOT_ALLOWED')).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it.each(['', '{', '{}'])('are refused alike whatever the body, such as %j', async (body) => {
    const json = { 'content-type': 'application/json' };
    const refused = await fetch(`${server.url}/api/auth/login`, { method: 'DELETE', headers: json, body });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${server.url}/api/nothing`, { method: 'POST', headers: json, body })).status).toBe(404);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('%s on the path of sockets → 405', async (method) => {
    const answer = await server.call(`${method} /socket.io/?EIO=4&transport=polling`);
    expect(expectEnvelope(answer, 'METHOD_NOT_ALLOWED')).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  it('treats OPTIONS without the headers of a preflight like any other method', async () => {
    const answer = await server.call('OPTIONS /api/projects');
    expect(expectEnvelope(answer, 'METHOD_NOT_ALLOWED')).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(
      expectEnvelope(await server.call('OPTIONS /api/nothing', null, undefined, { origin: server.url }), 'NOT_FOUND'),
    ).toBe(404);
    const preflight = { origin: server.config.publicUrl, 'access-control-request-method': 'POST' };
    expect((await server.call('OPTIONS /api/projects', null, undefined, preflight)).status).toBe(204);
  });

  it('tells browsers in every answer not to sniff its type', async () => {
    const calls = [
      'GET /',
      'GET /healthz',
      'GET /%',
      'GET /api/none',
      'GET /assets/none.js',
      'OPTIONS /api/none',
      'PUT /socket.io/',
      'GET /socket.io/?EIO=4&transport=none',
      'GET /socket.io/?EIO=4&transport=polling&sid=none',
      `GET /${'x'.repeat(200)}`,
      'GET /api/docs/static/index.html',
    ];
    for (const name of calls)
      expect((await server.call(name)).headers.get('x-content-type-options'), name).toBe('nosniff');
    expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [\s\S]*nosniff/u);
  });

  it.each([['PROPFIND'], ['TRACE'], ['LOCK']])('the method %s gets the error envelope', async (method) => {
    const answer = await raw(`${method} /api/auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (404|405) /u);
    expect(bodyOf(answer)).toMatchObject({ success: false, request_id: expect.any(String) });
  });
});

describe('invalid bodies', () => {
  const post = (body: string, type = 'application/json') =>
    server.call('POST /api/auth/login', null, body, { 'content-type': type });

  it.each([['{'], ['{"email":'], ["{'email':1}"], ['NaN'], ['\ufeff'], ['{"a":1}{"b":2}'], ['undefined'], ['']])(
    'broken JSON %j → 400',
    async (body) => {
      expect(expectEnvelope(await post(body), 'MALFORMED')).toBe(400);
    },
  );

  it.each([['[]'], ['null'], ['"x"'], ['7'], ['true'], ['['.repeat(30_000) + ']'.repeat(30_000)]])(
    'JSON that isn’t an object %# → 400',
    async (body) => {
      expect(expectEnvelope(await post(body), 'INVALID')).toBe(400);
    },
  );

  it.each([
    ['{"__proto__":{"admin":true},"email":"a@b","password":"x"}'],
    ['{"constructor":{"prototype":{"admin":true}},"email":"a@b","password":"x"}'],
  ])('a poisoned prototype → 400', async (body) => {
    expect(expectEnvelope(await post(body), 'MALFORMED')).toBe(400);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/html'],
    ['application/xml'],
    ['application/jsonx'],
    ['nonsense'],
  ])('the type %s → 415', async (type) => {
    expect(expectEnvelope(await post('{"email":"a@b","password":"x"}', type), 'UNSUPPORTED_MEDIA_TYPE')).toBe(415);
  });

  it('accepts 64 KiB and not a byte more', async () => {
    const fill = (bytes: number) => `{"email":"a@b","password":"${'x'.repeat(bytes - 29)}"}`;
    expect(Buffer.byteLength(fill(65_536))).toBe(65_536);
    expect(expectEnvelope(await post(fill(65_536)), 'INVALID')).toBe(400);
    expect(expectEnvelope(await post(fill(65_537)), 'TOO_LARGE')).toBe(413);
    expect(expectEnvelope(await post(fill(1_000_000)), 'TOO_LARGE')).toBe(413);
  });

  it('does not unpack a compressed body', async () => {
    const answer = await server.call('POST /api/auth/login', null, '\u001f\u008b', { 'content-encoding': 'gzip' });
    expect(expectEnvelope(answer, 'UNSUPPORTED_MEDIA_TYPE')).toBe(415);
    expect(answer.headers.get('accept-encoding')).toBe('identity');
    const poll = await server.call('POST /socket.io/?EIO=4&transport=polling', null, 'x', { 'content-encoding': 'br' });
    expect(expectEnvelope(poll, 'UNSUPPORTED_MEDIA_TYPE')).toBe(415);
    const plain = { 'content-encoding': 'identity' };
    expect((await server.call('POST /api/auth/login', null, '{}', plain)).body.code).toBe('INVALID');
  });
});

describe('input that never becomes a request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'MALFORMED'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'MALFORMED'],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001', 400, 'MALFORMED'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'MALFORMED'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'MALFORMED',
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'MALFORMED'],
    ['no Host, for a socket', 'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n\r\n', 400, 'MALFORMED'],
    ['an expectation', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', 400, 'MALFORMED'],
    [
      'a WebSocket that is none',
      `GET /socket.io/?EIO=4&transport=none HTTP/1.1\r\nHost: x\r\n${UPGRADE}`,
      400,
      'MALFORMED',
    ],
    [
      'a WebSocket of another site',
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\n${UPGRADE}`,
      403,
      'FORBIDDEN',
    ],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['a huge address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('%s', async (_what, bytes, status, code) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, 'u'));
    expect(answer).toContain('Content-Type: application/json; charset=utf-8');
    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(bodyOf(answer)).toEqual({
      success: false,
      code,
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });

  it('is answered on a connection that has had other answers, too', async () => {
    const { hostname, port } = new URL(server.url);
    const client = connect(Number(port), hostname);
    let received = '';
    client.on('data', (data) => {
      received += String(data);
    });
    client.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 200 .*\}$/su);
    received = '';
    client.write(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => client.once('close', resolve));
    expect(received).toMatch(/^HTTP\/1\.1 431 /u);
    expect(bodyOf(received)).toMatchObject({ success: false, code: 'HEADERS_TOO_LARGE' });
  });

  it('ends headers that arrive a byte at a time, and a body that stops, with 408', async () => {
    const http = server.app.fastify.server;
    expect(http.headersTimeout).toBe(10_000);
    expect(http.requestTimeout).toBe(30_000);
    http.headersTimeout = 500;
    http.requestTimeout = 1_000;
    const answers = await Promise.all([
      raw('GET /api/auth/me HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      raw(
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"em',
      ),
    ]);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /u);
      expect(bodyOf(answer)).toMatchObject({ success: false, code: 'REQUEST_TIMEOUT' });
    }
    http.headersTimeout = 10_000;
    http.requestTimeout = 30_000;
  }, 20_000);

  it('answers pipelined requests on a connection in order', async () => {
    const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
    const answer = await raw(
      `${requestFor('/healthz')}\r\n${requestFor('/api/nothing')}\r\n${requestFor('/healthz')}Connection: close\r\n\r\n`,
    );
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/gu)].map(([, status]) => status)).toEqual(['200', '404', '200']);
  });
});

it('does not count a client that hangs up during its body as a server fault', async () => {
  const { hostname, port } = new URL(server.url);
  const connection = new Promise<Socket>((resolve) => server.app.fastify.server.once('connection', resolve));
  const begun = new Promise<void>((resolve) => server.app.fastify.server.once('request', () => resolve()));
  const client = connect(Number(port), hostname);
  client.write(
    'POST /api/auth/signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"em',
  );
  await begun;
  const closed = new Promise((resolve) => void connection.then((socket) => socket.once('close', resolve)));
  const before = lines.length;
  client.destroy();
  await closed;
  await sleep(50);
  expect(lines.slice(before)).toEqual([]);
  await server.call('GET /api/auth/me');
  const metrics = await server.call('GET /metrics', METRICS_TOKEN);
  expect(metrics.status).toBe(200);
  expect(metrics.body).toContain('route="/api/auth/me"');
  expect(metrics.body).not.toContain('route="/api/auth/signup",status="4');
  expect(metrics.body).not.toContain('route="/api/auth/signup",status="5');
});

describe('too many calls from one address', () => {
  it('get 429 with Retry-After on every call of the API; pages and health still answer', async () => {
    // A tenth of 1,200 calls, whose number `rate-limits.test.ts` has.
    await using limited = await startTestServer({ env: { RATE_LIMIT: 'on' }, rateLimitFactor: 0.1 });
    const answers = await Promise.all(Array.from({ length: 130 }, () => limited.call('GET /api/nothing')));
    expect(answers.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(120);
    const refused = await limited.call('GET /api/projects');
    expect(expectEnvelope(refused, 'RATE_LIMITED')).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limited.call('GET /healthz')).status).toBe(200);
  });
});

describe('server faults', () => {
  it('a failing database is 503 or 500, without details', async () => {
    await using broken = await startTestServer();
    const member = await broken.signUp();
    await broken.database.pool.query('ALTER TABLE sessions RENAME TO gone');
    const answer = await broken.call('GET /api/auth/me', member.token);
    expect(expectEnvelope(answer, 'INTERNAL')).toBe(500);
    expect(JSON.stringify(answer.body)).not.toMatch(/relation|sessions|42P01/u);
    await broken.database.pool.query('ALTER TABLE gone RENAME TO sessions');
  });
});

/** Calls of members that take a body. */
const withBody = Object.entries<HttpCall>(http).flatMap(([name, { access, body }]) =>
  access === 'member' && body !== undefined ? [name] : [],
);
const withAnyId = (name: string) => name.replace(/:\w+/gu, '1');

it.each(everyNth(4, withBody))('answers 401 to a stranger before reading the body: %s', async (name) => {
  const bodies: [body: string, type: string][] = [
    ['{}', 'text/plain'],
    ['{', 'application/json'],
    ['{}', 'application/octet-stream'],
    ['x'.repeat(2_000_000), 'application/json'],
  ];
  for (const [body, type] of bodies)
    for (const token of [null, 'not.a.token']) {
      const { status } = await server.call(withAnyId(name), token, body, { 'content-type': type });
      expect([type, status]).toEqual([type, 401]);
    }
});

it('an invalid body is answered with the first fault of each field', async () => {
  const { token } = await server.signUp();
  const errorsOf = async (body: object) => (await server.call('POST /api/projects', token, body)).body.errors;
  const roles = [{ name: 'Cook', seats: 'many', skills: [1, 2] }];
  const wrong = {
    title: 'x'.repeat(121),
    category: 'art',
    max_members: 1,
    roles,
    required_skills: 'Go',
    id: 7,
    state: 'open',
  };
  const unknown = { message: 'This field is unknown.' };
  const errors = await errorsOf({ ...wrong, timeline: '4 weeks' });
  expect(errors.toSorted((a: { field: string }, b: { field: string }) => (a.field < b.field ? -1 : 1))).toEqual([
    { field: 'category', message: 'This isn’t one of the allowed values.' },
    { field: 'description', message: 'This field is required.' },
    { field: 'id', ...unknown },
    { field: 'max_members', message: 'This must be at least 2.' },
    { field: 'required_skills', message: 'This isn’t valid.' },
    { field: 'roles.0.seats', message: 'This isn’t valid.' },
    { field: 'state', ...unknown },
    { field: 'title', message: 'This must be at most 120 characters long.' },
  ]);
  // Fields of one schema, of two calls.
  for (const [call, field] of [
    ['POST /api/project-requests', 'project_id'],
    ['POST /api/messages', 'receiver_id'],
  ] as const) {
    const { body } = await server.call(call, token, { [field]: 'x', content: 1, none: 1 });
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(expect.arrayContaining([field, 'none']));
  }
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 1]));
  expect(await errorsOf(many)).toHaveLength(20);
});
