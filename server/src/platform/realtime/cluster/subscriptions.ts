import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { always, retry } from '../../lib/timers.js';

type Listener = (message: never, channel: never) => void;
/** The receiver of a channel's messages, and whether it wants bytes instead of text. */
export type Listening = [listener: Listener, bufferMode?: boolean];

interface Subscription {
  wanted: boolean;
  active: boolean;
  listening: Listening;
}

export interface Subscriptions {
  subscribe(channel: string, ...listening: Listening): void;
  unsubscribe(channel: string): void;
  /** Resolves once this subscribed channel delivers; not before Redis is back. */
  subscribed(channel: string): Promise<void>;
}

/**
 * Sharded subscriptions that survive outages. A failed command is retried for as long as it is wanted. Only one command per
 * channel runs at a time: the client treats a channel that is being unsubscribed as subscribed, so a member who returns at once
 * would receive nothing more.
 */
export function createSubscriptions(sub: RedisClientType, log: Logger, retryMs: number): Subscriptions {
  const subscriptions = new Map<string, Subscription>();
  const underWay = new Map<string, Promise<void>>();

  const command = async (channel: string, subscription: Subscription) => {
    const { wanted, listening } = subscription;
    // The client types its two kinds of listeners apart.
    await (wanted ? sub.sSubscribe(channel, ...(listening as [(message: string) => void])) : sub.sUnsubscribe(channel));
    subscription.active = wanted;
  };

  const reconcile = async (channel: string, subscription: Subscription) => {
    const differs = () => subscription.active !== subscription.wanted;
    while (differs()) {
      try {
        await retry(() => command(channel, subscription), {
          pausesMs: always(retryMs),
          onRetry: (error) => log.debug({ err: error }, 'changing a Redis subscription failed; trying again'),
          wanted: () => differs() && sub.isOpen,
        });
      } catch (error) {
        log.debug({ err: error }, 'a change of a Redis subscription is no longer wanted');
        // A client that reconnects is closed for less than the pause before this, so this one is closed for good.
        if (!sub.isOpen) break;
      }
    }
    underWay.delete(channel);
    if (!subscription.wanted) subscriptions.delete(channel);
  };
  const start = (channel: string, subscription: Subscription) => {
    if (subscription.active !== subscription.wanted && !underWay.has(channel))
      underWay.set(channel, reconcile(channel, subscription));
  };

  return {
    subscribe(channel, ...listening) {
      const subscription = subscriptions.get(channel) ?? { wanted: true, active: false, listening };
      subscription.wanted = true;
      subscriptions.set(channel, subscription);
      start(channel, subscription);
    },
    unsubscribe(channel) {
      const subscription = subscriptions.get(channel);
      if (!subscription) return;
      subscription.wanted = false;
      start(channel, subscription);
    },
    subscribed: async (channel) => underWay.get(channel),
  };
}
