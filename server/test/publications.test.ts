import pino from 'pino';
import type { RedisClientType } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedis, type Redis } from '../src/lib/redis.js';
import { bundlePublications, WAITING_MAX } from '../src/modules/realtime/publications.js';
import { eventually } from './harness.js';
import { startRedis } from './redis.js';

const redis = await startRedis();
const log = pino({ level: 'silent' });
afterAll(() => redis?.kill());

describe.skipIf(redis === null)('what is published within one turn', () => {
  let clients: Redis;
  let pub: RedisClientType;
  let sub: RedisClientType;

  beforeAll(async () => {
    clients = await createRedis(redis?.url ?? '', 'a secret of this test', log);
    pub = await clients.client('pub', { commandOptions: { timeout: 0 } });
    sub = await clients.client('sub');
    bundlePublications(pub, log);
  });
  afterAll(() => clients.close());

  const heardOn = async (...channels: string[]) => {
    const heard: string[] = [];
    for (const channel of channels) await sub.sSubscribe(channel, (message) => heard.push(`${channel} ${message}`));
    return heard;
  };
  const commands = async () => Number(/cmdstat_eval:calls=(\d+)/u.exec(await sub.info('commandstats'))?.[1] ?? 0);

  it('leaves as one command, and arrives whole and in order', async () => {
    const heard = await heardOn('a', 'b');
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
      void pub.sPublish('a', text);
      void pub.sPublish('b', text);
    }
    await eventually(() => expect(heard).toEqual(texts.flatMap((text) => [`a ${text}`, `b ${text}`])));
    expect((await commands()) - before).toBe(1);
  });

  it('is waited for by nobody, and bounded, while Redis hangs', async () => {
    const heard = await heardOn('c');
    redis?.hang();
    for (let n = 0; n < 2 * WAITING_MAX; n += 1) {
      await pub.sPublish('c', String(n));
      if (n % 100 === 0) await new Promise(setImmediate);
    }
    redis?.resume();
    const kept = Array.from({ length: WAITING_MAX }, (_, n) => `c ${n}`);
    await eventually(() => expect(heard).toEqual(kept));
    await pub.sPublish('c', 'after');
    await eventually(() => expect(heard).toEqual([...kept, 'c after']));
  });

  it('harms nobody when Redis is gone', async () => {
    const heard = await heardOn('d');
    await redis?.kill();
    await pub.sPublish('d', 'while it is away');
    await redis?.start();
    await eventually(async () => {
      await pub.sPublish('d', 'back');
      expect(heard).toContain('d back');
    }, 20_000);
  });
});
