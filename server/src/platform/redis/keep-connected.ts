import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { repeat, withTimeout } from '../lib/timers.js';

/** How often a connection is checked, and how soon it has to answer. */
export interface Heartbeat {
  everyMs: number;
  withinMs: number;
}

export interface Guard {
  /** Connects again if connected. */
  reconnect(): void;
  stop(): Promise<void>;
}

/**
 * After this many heartbeats without an event, a client that isn't connected has stopped trying: each of its attempts would have
 * ended. Heartbeats are counted, not seconds, because a suspended process sends none.
 */
const STUCK_AFTER_BEATS = 10;

/**
 * Connects again when a heartbeat is missed. The client's own timeout needs silence in both directions: while anything is written, it
 * would keep a dead connection until TCP gives up after a quarter of an hour. Does the same when the client is neither connected
 * nor trying: an attempt has no time limit while data arrives, and none follows one that ends in an unexpected way.
 */
export function keepConnected(
  client: RedisClientType,
  heartbeat: Heartbeat,
  onFailure: (error: unknown) => void,
): Guard {
  let isStopped = false;
  let beatsWithoutEvent = 0;
  const failed = (error: unknown) => {
    if (!isStopped) onFailure(error);
  };
  for (const event of ['connect', 'ready', 'reconnecting', 'error', 'end'])
    client.on(event, () => {
      beatsWithoutEvent = 0;
    });
  const reconnect = () => {
    if (!isConnected(client)) return;
    client.destroy();
    client.connect().catch(failed);
  };
  const startOver = async () => {
    client.destroy();
    // Ends the attempt under way by the next turn. If the client opened sooner, that attempt would continue next to the new one.
    await nextTurn();
    if (!isStopped) await client.connect();
  };
  const beat = async () => {
    if (client.isReady) return withTimeout(client.ping(), heartbeat.withinMs, 'Redis doesn’t answer.');
    beatsWithoutEvent += 1;
    if (beatsWithoutEvent >= STUCK_AFTER_BEATS) throw new Error('The connection to Redis isn’t completed.');
  };
  const stop = repeat(beat, {
    intervalMs: heartbeat.everyMs,
    onError(error) {
      if (isStopped) return;
      if (isConnected(client)) {
        failed(error);
        reconnect();
      } else if (beatsWithoutEvent >= STUCK_AFTER_BEATS) {
        failed(error);
        startOver().catch(failed);
      }
    },
  });
  return {
    reconnect,
    stop() {
      isStopped = true;
      return stop();
    },
  };
}

/** A client that is closing is still ready, but no longer open. */
const isConnected = (client: RedisClientType): boolean => client.isOpen && client.isReady;
