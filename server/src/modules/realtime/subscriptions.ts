import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';

type Listener = (message: never, channel: never) => void;

interface Subscription {
  wanted: boolean;
  heard: boolean;
  listening: [listener: Listener, bufferMode?: boolean];
}

export interface Subscriptions {
  /** Resolves once this channel, which is wanted, is heard; not before Redis is back. */
  heard(channel: string): Promise<void>;
}

const RETRY_AFTER_MS = 500;

/**
 * Makes the adapter's subscriptions hold. It does not look at what becomes of them, which unheard would end the process
 * when Redis dies: one that failed is tried again for as long as it is wanted. And the client takes a channel that is
 * being unsubscribed for a subscribed one, so that a member who comes back at once would never be heard of again: a
 * channel has one command under way at a time.
 */
export function keepSubscriptions(sub: RedisClientType, log: Logger): Subscriptions {
  const subscribe = sub.sSubscribe.bind(sub) as (
    channel: string,
    ...listening: Subscription['listening']
  ) => Promise<void>;
  const unsubscribe = sub.sUnsubscribe.bind(sub) as (channel: string) => Promise<void>;
  const subscriptions = new Map<string, Subscription>();
  const settling = new Map<string, Promise<void>>();

  const settle = async (channel: string, subscription: Subscription) => {
    do {
      const { wanted, listening } = subscription;
      try {
        await (wanted ? subscribe(channel, ...listening) : unsubscribe(channel));
        subscription.heard = wanted;
      } catch (error) {
        log.debug({ err: error }, 'Redis did not change a subscription; trying again');
        await wait(RETRY_AFTER_MS, undefined, { ref: false });
      }
    } while (subscription.heard !== subscription.wanted && sub.isOpen);
    settling.delete(channel);
    if (!subscription.wanted) subscriptions.delete(channel);
  };
  const begin = (channel: string, subscription: Subscription) => {
    if (subscription.heard !== subscription.wanted && !settling.has(channel))
      settling.set(channel, settle(channel, subscription));
    return settling.get(channel);
  };

  Object.assign(sub, {
    sSubscribe(channel: string, ...listening: Subscription['listening']) {
      const subscription = subscriptions.get(channel) ?? { wanted: true, heard: false, listening };
      subscription.wanted = true;
      subscriptions.set(channel, subscription);
      return begin(channel, subscription);
    },
    sUnsubscribe(channel: string) {
      const subscription = subscriptions.get(channel);
      if (!subscription) return;
      subscription.wanted = false;
      return begin(channel, subscription);
    },
  });
  return {
    heard: async (channel) => settling.get(channel),
  };
}
