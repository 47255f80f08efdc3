import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { eventually } from '@sangam/testing/eventually';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedis, type Redis } from '../../redis/redis.js';
import { defaultTimings } from '../../timings.js';
import { createSubscriptions, type Subscriptions } from './subscriptions.js';

const heartbeat = { everyMs: 1_000, withinMs: 2_000 };
const redis = await startTemporaryRedis();
afterAll(() => redis?.kill());

describe.skipIf(redis === null)('a subscription', () => {
  let clients: Redis;
  let pub: RedisClientType;
  let sub: RedisClientType;
  let subscriptions: Subscriptions;

  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    clients = await createRedis(redis?.url ?? '', 'a secret of this test', log, defaultTimings.redis);
    pub = await clients.client('pub', heartbeat);
    sub = await clients.client('sub', heartbeat);
    subscriptions = createSubscriptions(sub, log, 100);
  });
  afterAll(() => clients.close());

  const listen = () => {
    const received: string[] = [];
    return { received, listener: (message: string) => void received.push(message) };
  };
  const subscribersOf = async (channel: string) => (await pub.pubSubShardNumSub([channel]))[channel];

  it('receives again when it is requested again before it has ended', async () => {
    const { received, listener } = listen();
    subscriptions.subscribe('back', listener);
    await subscriptions.subscribed('back');
    subscriptions.unsubscribe('back');
    subscriptions.subscribe('back', listener);
    await subscriptions.subscribed('back');
    await pub.sPublish('back', 'one');
    await pub.sPublish('back', 'two');
    await eventually(() => expect(received).toEqual(['one', 'two']));
  });

  it('ends as it was last requested, however often that changed', async () => {
    const { received, listener } = listen();
    for (let n = 0; n < 10; n += 1) {
      subscriptions.subscribe('ends', listener);
      if (n % 3 === 0) await pub.ping();
      subscriptions.unsubscribe('ends');
    }
    await subscriptions.subscribed('ends');
    expect(await subscribersOf('ends')).toBe(0);
    expect(received).toEqual([]);
    subscriptions.subscribe('ends', listener);
    await subscriptions.subscribed('ends');
    await pub.sPublish('ends', 'again');
    await eventually(() => expect(received).toEqual(['again']));
  });

  it('is made and ended through a hang and a crash of Redis', { timeout: 40_000 }, async () => {
    const [kept, left, come] = [listen(), listen(), listen()];
    subscriptions.subscribe('kept', kept.listener);
    await subscriptions.subscribed('kept');
    subscriptions.subscribe('left', left.listener);
    await subscriptions.subscribed('left');
    redis?.hang();
    subscriptions.unsubscribe('left');
    subscriptions.subscribe('come', come.listener);
    let settled = false;
    const wanted = subscriptions.subscribed('come').then(() => {
      settled = true;
    });
    await sleep(200);
    expect(settled).toBe(false);
    await redis?.kill();
    await redis?.start();
    await wanted;
    await eventually(async () => {
      await pub.sPublish('kept', 'one');
      await pub.sPublish('come', 'one');
      expect(kept.received).toContain('one');
      expect(come.received).toContain('one');
    });
    await eventually(async () => expect(await subscribersOf('left')).toBe(0));
  });

  it('is renewed when the connection is dead, however many changes are pending', {
    timeout: 30_000,
  }, async () => {
    const { received, listener } = listen();
    subscriptions.subscribe('silent', listener);
    await subscriptions.subscribed('silent');
    redis?.hang();
    const asking = setInterval(() => subscriptions.subscribe(`asked ${Math.random()}`, listener), 100);
    await eventually(() => expect(sub.isReady).toBe(false), 10_000);
    clearInterval(asking);
    redis?.resume();
    await eventually(async () => {
      await pub.sPublish('silent', 'back');
      expect(received).toContain('back');
    }, 15_000);
  });

  it('is renewed among more than one write to Redis holds', { timeout: 30_000 }, async () => {
    const { received, listener } = listen();
    const channels = Array.from({ length: 2_000 }, (_, n) => `one of many: ${n}`);
    for (const channel of channels) subscriptions.subscribe(channel, listener);
    await Promise.all(channels.map((channel) => subscriptions.subscribed(channel)));
    const isOver = new Promise((resolve) => sub.once('error', resolve));
    await pub.clientKill({ filter: 'TYPE', type: 'pubsub' });
    await isOver;
    await eventually(() => expect(sub.isReady).toBe(true));
    for (const channel of channels) await pub.sPublish(channel, channel);
    await eventually(() => expect(received).toEqual(channels));
    for (const channel of channels) subscriptions.unsubscribe(channel);
  });
});
