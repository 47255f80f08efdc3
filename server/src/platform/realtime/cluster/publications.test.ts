import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { eventually } from '@sangam/testing/eventually';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedis, type Redis } from '../../redis/redis.js';
import { defaultTimings } from '../../timings.js';
import { createPublications, type Publications, WAITING_MAX, WAITING_MAX_CHARS } from './publications.js';

const redis = await startTemporaryRedis();
/** Keeps a slow machine from missing a heartbeat while Redis hangs: no test is about that. */
const heartbeat = { everyMs: 1_000, withinMs: 60_000 };
/** A second report comes only at the end, however slow the machine is. */
const timings = { ...defaultTimings.cluster, reportLateEveryMs: 60_000 };
const WITHIN_MS = 15_000;
/** A slow machine needs longer than a server's stop allows to send all that is queued. */
const redisTimings = { ...defaultTimings.redis, closedWithinMs: WITHIN_MS };
const log = pino({ level: 'silent' });
afterAll(() => redis?.kill());

describe.skipIf(redis === null)('messages published within one turn', () => {
  let clients: Redis;
  let receiver: Redis;
  let pub: RedisClientType;
  let sub: RedisClientType;
  let publications: Publications;
  let timesLate: number;

  beforeEach(async () => {
    timesLate = 0;
    clients = await createRedis(redis?.url ?? '', 'a secret of this test', log, redisTimings);
    pub = await clients.client('pub', heartbeat, { commandOptions: { timeout: 0 } });
    receiver = await createRedis(redis?.url ?? '', 'a secret of this test', log, defaultTimings.redis);
    sub = await receiver.client('sub', heartbeat);
    publications = createPublications(pub, { log, timings, onLate: () => (timesLate += 1) });
    clients.beforeClose(publications.close);
  });
  afterEach(() => Promise.all([clients.close(), receiver.close()]));

  const receivedOn = async (...channels: string[]) => {
    const received: string[] = [];
    for (const channel of channels) await sub.sSubscribe(channel, (message) => received.push(`${channel} ${message}`));
    return received;
  };
  const commands = async () => Number(/cmdstat_eval:calls=(\d+)/u.exec(await sub.info('commandstats'))?.[1] ?? 0);

  it('leave in few commands, and arrive whole and in order', async () => {
    const received = await receivedOn('a', 'b');
    const before = await commands();
    const texts = [
      '',
      'one',
      'नमस्ते 👍',
      '"\\\r\n$3',
      'x'.repeat(70_000),
      ...Array.from({ length: 500 }, (_, n) => `${n}`),
    ];
    for (const text of texts) {
      publications.publish('a', text);
      publications.publish('b', text);
    }
    await eventually(() => expect(received).toEqual(texts.flatMap((text) => [`a ${text}`, `b ${text}`])), WITHIN_MS);
    expect((await commands()) - before).toBe(2);
  });

  it('leave without a script if there is only one', async () => {
    const received = await receivedOn('i');
    const before = await commands();
    publications.publish('i', 'one');
    await eventually(() => expect(received).toEqual(['i one']), WITHIN_MS);
    expect((await commands()) - before).toBe(0);
  });

  it('block nobody, and are bounded, while Redis hangs', async () => {
    const received = await receivedOn('c');
    redis?.hang();
    for (let n = 0; n < 2 * WAITING_MAX; n += 1) {
      publications.publish('c', String(n));
      if (n % 100 === 0) await new Promise(setImmediate);
    }
    redis?.resume();
    await eventually(
      () => expect(received).toEqual(Array.from({ length: WAITING_MAX }, (_, n) => `c ${n}`)),
      WITHIN_MS,
    );
    publications.publish('c', 'after');
    await eventually(() => expect(received.at(-1)).toBe('c after'), WITHIN_MS);
    await eventually(() => expect(timesLate).toBe(1), WITHIN_MS);
  });

  it('are bounded in size, too', async () => {
    const received = await receivedOn('h');
    redis?.hang();
    const long = 'x'.repeat(WAITING_MAX_CHARS / 4);
    for (let n = 0; n < 8; n += 1) publications.publish('h', n + long);
    redis?.resume();
    await eventually(
      () => expect(received.map((text) => text.slice(0, 3))).toEqual(['h 0', 'h 1', 'h 2', 'h 3']),
      WITHIN_MS,
    );
    publications.publish('h', 'after');
    await eventually(() => expect(received.at(-1)).toBe('h after'), WITHIN_MS);
  });

  it('are reported as late, once', { timeout: 60_000 }, async () => {
    const received = await receivedOn('g');
    for (let n = 0; n < 3; n += 1) {
      redis?.hang();
      publications.publish('g', String(n));
      await sleep(700);
      redis?.resume();
      await eventually(() => expect(received).toHaveLength(n + 1), WITHIN_MS);
    }
    await sleep(1_500);
    expect(timesLate).toBe(1);
    // Closing sends a pending report first.
    await clients.close();
    expect(timesLate).toBe(2);
  });

  it('are sent again, in place, when the connection breaks', { timeout: 60_000 }, async () => {
    const received = await receivedOn('d');
    let published = 0;
    for (let cuts = 0; cuts < 10; cuts += 1) {
      for (const end = published + 200; published < end; published += 1) {
        publications.publish('d', String(published));
        if (published % 5 === 0) await new Promise(setImmediate);
      }
      await sub.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal']);
      await eventually(() => expect(pub.isReady).toBe(true), WITHIN_MS);
    }
    await eventually(() => expect(received.at(-1)).toBe(`d ${published - 1}`), WITHIN_MS);
    const once = received.filter((text, n) => received.indexOf(text) === n);
    expect(once).toEqual(Array.from({ length: published }, (_, n) => `d ${n}`));
    // Some of it arrived twice.
    await eventually(() => expect(timesLate).toBe(1), WITHIN_MS);
  });

  it('reach subscribers who are back after a crash of Redis', { timeout: 40_000 }, async () => {
    const received = await receivedOn('e');
    await redis?.kill();
    publications.publish('e', 'while it is away');
    await redis?.start();
    await eventually(async () => {
      publications.publish('e', 'back');
      expect(received).toContain('e back');
    });
  });

  it('leave before the client closes', async () => {
    const received = await receivedOn('f');
    for (let n = 0; n < WAITING_MAX; n += 1) publications.publish('f', String(n));
    await clients.close();
    await eventually(() => expect(received).toHaveLength(WAITING_MAX), WITHIN_MS);
  });
});
