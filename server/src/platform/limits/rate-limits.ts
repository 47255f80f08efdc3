import type { RedisClientType } from '@redis/client';
import { keysOf } from '@sangam/shared/core/keys-of';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import { type Fail, fail } from '../lib/result.js';
import { counterKey, idOf, type LimitName, policies } from './policies.js';
import { createRefusals } from './refusals.js';

export interface RateLimits {
  /**
   * Takes points from `key`, or one. Returns null when there were as many, else RATE_LIMITED with the seconds to wait; BUSY when the limit
   * cannot be counted, since uncounted calls are refused.
   */
  take(limit: LimitName, key: string | number, points?: number): Promise<Fail | null>;
  /** The same for hot paths: synchronous while an advance drawn for `key` lasts. */
  spend(limit: LimitName, key: string | number, points?: number): Fail | null | Promise<Fail | null>;
  /** Whether `key` was refused and still has to wait. */
  hasToWait(limit: LimitName, key: string | number): boolean;
  /** Refuses `key` again if it has to wait: the same as `spend`, but synchronous. */
  refused(limit: LimitName, key: string | number): Fail | null;
}

interface Advance {
  pointsLeft: number;
  untilMs: number;
}

const BUSY_RETRY_S = 5;

/** For the Redis client that counts: commands do not queue while Redis is away. */
export const limitsClientOptions = { disableOfflineQueue: true, commandsQueueMaxLength: 10_000 };

/** At most a tenth of the limit, so that many servers overcount a member only slightly. */
const ADVANCE_SHARE = 10;
const ADVANCES_MAX = 50_000;

/**
 * Rate limits in memory or, for several servers, in Redis; in memory again while Redis is away or hangs. A refused key stays
 * refused until the limit's window ends, and is not counted in the meantime: a flood costs no command. `factor` multiplies every limit
 * (RATE_LIMIT); null disables them. `onRefused` is called with each refusal.
 */
export function createRateLimits(
  factor: number | null,
  redis: { client: RedisClientType; namespace: string; answeredWithinMs: number } | null,
  onRefused: (limit: LimitName) => void,
): RateLimits {
  if (factor === null)
    return { take: async () => null, spend: () => null, hasToWait: () => false, refused: () => null };
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  const pointsOf = (name: LimitName) => policies[name].points * factor;
  for (const name of keysOf(policies)) {
    const options = {
      keyPrefix: `${redis?.namespace ?? ''}:rl:${name}`,
      points: pointsOf(name),
      duration: policies[name].durationS,
    };
    const memory = new RateLimiterMemory(options);
    limiters.set(name, redis ? insured(redis, memory, options) : memory);
  }

  const refusals = createRefusals(onRefused);

  const consume = async (name: LimitName, key: string | number, points: number): Promise<Fail | null> => {
    const refusal = refusals.refused(name, key);
    if (refusal) return refusal;
    try {
      await limiters.get(name)?.consume(counterKey(name, key), points);
      return null;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) return fail('BUSY', { retryAfterS: BUSY_RETRY_S });
      // The limiter reads the system's clock, which may have been set back since the first point was taken.
      return refusals.begin(name, key, Math.min(policies[name].durationS * 1_000, reason.msBeforeNext));
    }
  };

  const advances = new Map<string, Advance>();
  const draws = new Map<string, Promise<Fail | null>>();

  /** Takes the points from the key's advance, if that has as many and its window has not ended. */
  const takeAdvanced = (id: string, points: number): boolean => {
    const advance = advances.get(id);
    if (!advance || advance.pointsLeft < points || advance.untilMs <= performance.now()) return false;
    advance.pointsLeft -= points;
    return true;
  };

  const draw = async (name: LimitName, key: string | number, id: string, points: number): Promise<Fail | null> => {
    const share = Math.max(points, Math.floor(pointsOf(name) / ADVANCE_SHARE));
    const refusal = await consume(name, key, share);
    draws.delete(id);
    if (refusal) return refusal;
    if (advances.size >= ADVANCES_MAX) advances.clear();
    const nowMs = performance.now();
    const last = advances.get(id);
    const remainingPoints = last && last.untilMs > nowMs ? last.pointsLeft : 0;
    advances.set(id, { pointsLeft: share + remainingPoints, untilMs: nowMs + policies[name].durationS * 1_000 });
    return null;
  };

  /** Concurrent calls share a draw: one draw each would exhaust the limit with most of it unspent. */
  const spendDrawn = async (
    name: LimitName,
    key: string | number,
    { id, points }: { id: string; points: number },
  ): Promise<Fail | null> => {
    for (;;) {
      const drawing = draws.get(id) ?? draw(name, key, id, points);
      draws.set(id, drawing);
      const refusal = await drawing;
      if (refusal) return refusal;
      if (takeAdvanced(id, points)) return null;
    }
  };

  return {
    take: (name, key, points = 1) => consume(name, key, points),
    hasToWait: refusals.hasToWait,
    refused: refusals.refused,
    spend(name, key, points = 1) {
      const id = idOf(name, key);
      return takeAdvanced(id, points) ? null : spendDrawn(name, key, { id, points });
    },
  };
}

const insured = (
  redis: { client: RedisClientType; answeredWithinMs: number },
  memory: RateLimiterMemory,
  options: { keyPrefix: string; points: number; duration: number },
): RateLimiterAbstract =>
  new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({
      ...options,
      storeClient: redis.client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
    }),
    timeoutMs: redis.answeredWithinMs,
    insuranceLimiter: memory,
  });
