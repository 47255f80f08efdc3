import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { always, retry } from '../../lib/timers.js';

type Listener = (message: never, channel: never) => void;
/** The receiver of a channel's messages, and whether it wants bytes instead of text. */
export type Listening = [listener: Listener, bufferMode?: boolean];

interface Subscription {
  isWanted: boolean;
  isActive: boolean;
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
  const reconciling = new Map<string, Promise<void>>();

  const command = async (channel: string, subscription: Subscription) => {
    const { isWanted, listening } = subscription;
    // The client types its two kinds of listeners apart.
    await (isWanted
      ? sub.sSubscribe(channel, ...(listening as [(message: string) => void]))
      : sub.sUnsubscribe(channel));
    subscription.isActive = isWanted;
  };

  const reconcile = async (channel: string, subscription: Subscription) => {
    const needsChange = () => subscription.isActive !== subscription.isWanted;
    while (needsChange()) {
      try {
        await retry(() => command(channel, subscription), {
          pausesMs: always(retryMs),
          onRetry: (error) => log.debug({ err: error }, 'changing a Redis subscription failed; trying again'),
          wanted: () => needsChange() && sub.isOpen,
        });
      } catch (error) {
        log.debug({ err: error }, 'a change of a Redis subscription is no longer wanted');
        // A client that reconnects is closed for less than the pause before this, so this one is closed for good.
        if (!sub.isOpen) break;
      }
    }
    reconciling.delete(channel);
    if (!subscription.isWanted) subscriptions.delete(channel);
  };
  const start = (channel: string, subscription: Subscription) => {
    if (subscription.isActive !== subscription.isWanted && !reconciling.has(channel))
      reconciling.set(channel, reconcile(channel, subscription));
  };

  return {
    subscribe(channel, ...listening) {
      const subscription = subscriptions.get(channel) ?? { isWanted: true, isActive: false, listening };
      subscription.isWanted = true;
      subscriptions.set(channel, subscription);
      start(channel, subscription);
    },
    unsubscribe(channel) {
      const subscription = subscriptions.get(channel);
      if (!subscription) return;
      subscription.isWanted = false;
      start(channel, subscription);
    },
    subscribed: async (channel) => reconciling.get(channel),
  };
}
