import { randomUUID } from 'node:crypto';
import { signUpAt, storedBetween } from '@sangam/testing/chat/outbox';
import { copyDatabase } from '@sangam/testing/database/template';
import { eventually } from '@sangam/testing/eventually';
import { sendTo } from '@sangam/testing/http/contract-calls';
import { everyNth, runsAll } from '@sangam/testing/runs';
import { type FaultyProxy, startProxy } from '@sangam/testing/servers/proxy';
import type { Body, ClientSocket } from '@sangam/testing/test-server';
import pg from 'pg';
import pino from 'pino';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { type Database, openPostgres } from '../src/platform/db/database.js';
import { systemClock } from '../src/platform/lib/clock.js';
import { defaultTimings as timings } from '../src/platform/timings.js';

const template = inject('template');

describe.runIf(template.kind === 'postgres')('the database goes away', () => {
  let proxy: FaultyProxy;
  let url: string;
  /** The database behind the proxy. */
  let direct: string;
  let stop: () => Promise<void>;
  let database: Database;

  beforeAll(async () => {
    if (template.kind !== 'postgres') return;
    const address = new URL(template.url);
    proxy = await startProxy({ host: address.hostname, port: Number(address.port || 5432) });
    const copy = await copyDatabase(template);
    direct = copy.url;
    const { pathname } = new URL(copy.url);
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    const log = pino({ level: 'silent' });
    database = openPostgres(new URL(pathname, address).href, 4, log);
    const config = readConfig({ PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATABASE_URL: address.href });
    const app = await buildApp({ config, database, clock: systemClock, log, jwtSecret: 'x'.repeat(48), timings });
    url = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    stop = async () => {
      await app.close();
      await database.close();
      await proxy.close();
      await copy.drop();
    };
  });
  afterAll(() => stop());

  const call = async (method: string, path: string, token?: string, body?: unknown) => {
    const response = await sendTo(url, `${method} ${path}`, token ?? null, body);
    const answered: Body = await response.json();
    return { status: response.status, headers: response.headers, body: answered };
  };
  const signUp = (name: string) => signUpAt(url, name);

  it.each(everyNth(2, ['refuse', 'blackhole'] as const))(
    '%s: every call fails with 503 in time, and recovers',
    async (mode) => {
      const [asha, bina] = [await signUp('asha'), await signUp('bina')];
      proxy.set(mode);
      const answers = await Promise.all([
        call('POST', '/api/messages', asha.token, { receiver_id: bina.user.id, content: 'hello' }),
        call('GET', '/api/messages/conversations', asha.token),
        call('GET', '/readyz'),
        call('POST', '/api/auth/login', undefined, { email: 'a@b', password: 'x' }),
      ]);
      for (const { status, headers, body } of answers) {
        expect(status).toBe(503);
        expect(body).toMatchObject({ success: false, code: 'BUSY' });
        expect(headers.get('retry-after')).toMatch(/^\d+$/u);
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      proxy.set('pass');
      proxy.cut();
      await eventually(async () => expect((await call('GET', '/readyz')).status).toBe(200));
      expect(
        (await call('POST', '/api/messages', asha.token, { receiver_id: bina.user.id, content: 'back' })).status,
      ).toBe(201);
    },
    60_000,
  );

  it('stores a retried send once when connections are cut while messages are written', async () => {
    const [asha, bina] = [await signUp('asha'), await signUp('bina')];
    const cuts = setInterval(() => proxy.cut(), 60);
    // On a busy machine no send would ever get through between two cuts.
    const lastCut = setTimeout(() => clearInterval(cuts), 5_000);
    const send = async (n: number) => {
      const client_id = randomUUID();
      for (;;) {
        const body = { receiver_id: bina.user.id, content: `m${n}`, client_id };
        const { status, body: answer } = await call('POST', '/api/messages', asha.token, body);
        if (status === 201) return (answer as unknown as { data: { id: number } }).data.id;
        expect(status).toBe(503);
      }
    };
    const ids = await Promise.all(Array.from({ length: 120 }, (_, n) => send(n)));
    clearInterval(cuts);
    clearTimeout(lastCut);
    expect(new Set(ids).size).toBe(120);
    await eventually(async () => {
      const messages = await storedBetween(url, asha, bina, 0);
      expect(messages.map((message) => message.seq)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
      expect(new Set(messages.map((message) => message.id))).toEqual(new Set(ids));
    });
    await eventually(() => {
      expect(database.pool.totalCount).toBeLessThanOrEqual(4);
      expect(database.waiting()).toBe(0);
    });
  }, 60_000);

  it.runIf(runsAll)(
    'gives up each call and event in time when too slow for everyone at once, stores none, and recovers',
    async () => {
      const [asha, bina] = [await signUp('asha'), await signUp('bina')];
      const socket: ClientSocket = io(url, { auth: { token: asha.token }, transports: ['websocket'], forceNew: true });
      const send = (content: string) =>
        socket.timeout(30_000).emitWithAck('message:send', {
          receiver_id: bina.user.id,
          content,
          client_id: randomUUID(),
        });
      expect(await send('before')).toMatchObject({ ok: true });

      // Another transaction holds what every call needs, so all connections are soon in use.
      const holder = new pg.Client({ connectionString: direct });
      await holder.connect();
      try {
        await holder.query('BEGIN; LOCK TABLE users, conversations IN ACCESS EXCLUSIVE MODE');
        const duringOutage = async () => {
          await eventually(() => expect(database.waiting()).toBeGreaterThan(0));
          expect((await fetch(`${url}/healthz`)).status).toBe(200);
        };
        const [events, sends, reads] = await Promise.all([
          Promise.all(Array.from({ length: 5 }, (_, n) => send(`event ${n}`))),
          Promise.all(
            Array.from({ length: 30 }, (_, n) =>
              call('POST', '/api/messages', asha.token, { receiver_id: bina.user.id, content: `call ${n}` }),
            ),
          ),
          // Other calls' sessions are checked together; each of these calls checks its session with its own statement.
          Promise.all(
            Array.from({ length: 12 }, (_, n) =>
              call('GET', n % 2 === 0 ? '/api/refresh' : '/api/auth/me', asha.token),
            ),
          ),
          duringOutage(),
        ]);
        // The lock is not released earlier: each gives up by itself, on a connection or on the statement.
        for (const { status, body } of [...sends, ...reads]) {
          expect(status).toBe(503);
          expect(body).toMatchObject({ code: 'BUSY' });
        }
        for (const answer of events) expect(answer).toMatchObject({ ok: false, error: { code: 'BUSY' } });
      } finally {
        // Ending the connection releases the lock.
        await holder.end();
      }
      await eventually(async () => expect((await call('GET', '/readyz')).status).toBe(200));
      expect(await send('after')).toMatchObject({ ok: true });
      socket.disconnect();
      const messages = await storedBetween(url, asha, bina, 0);
      expect(messages.map(({ content }) => content)).toEqual(['before', 'after']);
      await eventually(() => {
        expect(database.pool.totalCount).toBeLessThanOrEqual(4);
        expect(database.waiting()).toBe(0);
      });
    },
    60_000,
  );
});
