import type { RedisClientType } from '@redis/client';
import { keysOf } from '@sangam/shared/core/keys-of';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import { networkOf } from './client-address.js';
import { type Fail, fail } from './result.js';

const minuteS = 60;
const minutesAnHour = 60;
const hourS = minutesAnHour * minuteS;

/**
 * How often one key may do something: before sign-in an address, where a 64-bit IPv6 network counts as one; after it a member,
 * since 1,000 of them may share an address. They may all connect within half a minute: handshakeByAddress. Their browsers have
 * cached nothing yet, and each opens six pages within a minute: pageByAddress, fileByAddress.
 */
export const policies = {
  loginByAddress: { points: 60, durationS: minuteS },
  loginByAccount: { points: 10, durationS: minuteS },
  loginByKnownDevice: { points: 10, durationS: minuteS },
  loginByOtherDevices: { points: 20, durationS: 10 * minuteS },
  signupByAddress: { points: 30, durationS: hourS },
  forgotByAddress: { points: 20, durationS: hourS },
  forgotByAccount: { points: 5, durationS: hourS },
  passwordByMember: { points: 10, durationS: 10 * minuteS },
  exportByMember: { points: 5, durationS: 24 * hourS },
  verificationByMember: { points: 5, durationS: hourS },
  /** Any member may enter a stranger's address as their new one, which mails it a link. */
  newAddressByEmail: { points: 5, durationS: hourS },
  resetByAddress: { points: 30, durationS: hourS },
  passwordCheckByAddress: { points: 300, durationS: 10 * minuteS },
  oauthByAddress: { points: 60, durationS: 10 * minuteS },
  apiByAddress: { points: 1_200, durationS: minuteS },
  apiByMember: { points: 1_200, durationS: minuteS },
  /**
   * In milliseconds of work (`workMsOf`): a member takes at most half of a core, and so do all visitors at one address, whatever they ask
   * for. Opening the dashboard takes about 300, twenty tabs that connect again up to 6,000.
   */
  workByMember: { points: 30_000, durationS: minuteS },
  workByAddress: { points: 30_000, durationS: minuteS },
  pageByAddress: { points: 6_000, durationS: minuteS },
  fileByAddress: { points: 300_000, durationS: 5 * minuteS },
  handshakeByAddress: { points: 2_000, durationS: 30 },
  /** Requests that name an unknown long-polling connection: a server that restarts leaves each client with one. */
  strayPollByAddress: { points: 2_000, durationS: 30 },
  /** Connections without a token signed here. */
  connectByAddress: { points: 120, durationS: minuteS },
  connectByMember: { points: 120, durationS: minuteS },
  sendByMember: { points: 120, durationS: 10 },
  /** Changes to stored messages. */
  changeByMember: { points: 120, durationS: 10 },
  eventByMember: { points: 300, durationS: 10 },
  requestByMember: { points: 30, durationS: 10 * minuteS },
  /** A rename is sent to everybody who sees the member. */
  profileByMember: { points: 60, durationS: 10 * minuteS },
  pictureByMember: { points: 20, durationS: hourS },
  /** Keeps a member from collecting pictures by trying all numbers. */
  picturesByMember: { points: 300, durationS: 10 * minuteS },
  uploadByMember: { points: 120, durationS: 10 * minuteS },
  /** In milliseconds of work, by the number of pixels: a third of a core. Apart from `workByMember`, so that nobody who sends many waits to read. */
  pictureWorkByMember: { points: 200_000, durationS: 10 * minuteS },
  searchByMember: { points: 180, durationS: minuteS },
  /**
   * Keeps a member who searches by the beginnings of names, or by ids, from listing everyone. A call that names one member counts
   * only while the two have no message between them.
   */
  peopleByMember: { points: 150, durationS: 10 * minuteS },
  memberPageByMember: { points: 300, durationS: 10 * minuteS },
  reportByMember: { points: 20, durationS: hourS },
  projectByMember: { points: 20, durationS: hourS },
  projectChangeByMember: { points: 60, durationS: 10 * minuteS },
} as const;

export type LimitName = keyof typeof policies;

export interface RateLimits {
  /**
   * Takes one point from `key`. Returns null when there was one, else RATE_LIMITED with the seconds to wait; BUSY when the limit
   * cannot be counted, since uncounted calls are refused.
   */
  take(limit: LimitName, key: string | number): Promise<Fail | null>;
  /** The same for hot paths and for several points: synchronous while an advance drawn for `key` lasts. */
  spend(limit: LimitName, key: string | number, points?: number): Fail | null | Promise<Fail | null>;
  /** Whether `key` was refused and still has to wait. */
  hasToWait(limit: LimitName, key: string | number): boolean;
  /** Refuses `key` again if it has to wait: the same as `spend`, but synchronous. */
  refused(limit: LimitName, key: string | number): Fail | null;
}

interface Advance {
  left: number;
  untilMs: number;
}

const BUSY_RETRY_S = 5;

/** For the Redis client that counts: commands do not queue while Redis is away. */
export const limitsClientOptions = { disableOfflineQueue: true, commandsQueueMaxLength: 10_000 };

/** At most a tenth of the limit, so that many servers overcount a member only slightly. */
const ADVANCE_SHARE = 10;
const ADVANCES_MAX = 50_000;
const REFUSALS_MAX = 50_000;

const idOf = (name: LimitName, key: string | number): string =>
  `${name}:${name.endsWith('ByAddress') ? networkOf(String(key)) : key}`;

/** A pause this short needs no number. */
const MOMENT_S = 5;

/** Returns the wait in words, rounded up. */
const waitOf = (seconds: number): string => {
  if (seconds < minuteS) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / minuteS);
  if (minutes > minutesAnHour) return `${Math.ceil(minutes / minutesAnHour)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

const tooMany = (retryAfterS: number): Fail =>
  fail('RATE_LIMITED', {
    retryAfterS,
    ...(retryAfterS > MOMENT_S ? { message: `Too many requests. Try again in ${waitOf(retryAfterS)}.` } : {}),
  });

/**
 * Rate limits in memory or, for several servers, in Redis; in memory again while Redis is away or hangs. A refused key stays
 * refused until the limit's window ends, and is not counted in the meantime: a flood costs no command. `factor` multiplies every limit
 * (RATE_LIMIT); null disables them. `noteRefused` is called with each refusal.
 */
export function createRateLimits(
  factor: number | null,
  redis: { client: RedisClientType; namespace: string; answeredWithinMs: number } | null,
  noteRefused: (limit: LimitName) => void,
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

  const refusals = createRefusals(noteRefused);

  const consume = async (name: LimitName, key: string | number, points: number): Promise<Fail | null> => {
    const known = refusals.refused(name, key);
    if (known) return known;
    try {
      await limiters.get(name)?.consume(name.endsWith('ByAddress') ? networkOf(String(key)) : String(key), points);
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
    if (!advance || advance.left < points || advance.untilMs <= performance.now()) return false;
    advance.left -= points;
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
    const unspent = last && last.untilMs > nowMs ? last.left : 0;
    advances.set(id, { left: share + unspent, untilMs: nowMs + policies[name].durationS * 1_000 });
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
    take: (name, key) => consume(name, key, 1),
    hasToWait: refusals.hasToWait,
    refused: refusals.refused,
    spend(name, key, points = 1) {
      const id = idOf(name, key);
      return takeAdvanced(id, points) ? null : spendDrawn(name, key, { id, points });
    },
  };
}

/** The refused keys. Each stays refused, without being counted, until its limit's window ends. */
function createRefusals(noteRefused: (limit: LimitName) => void) {
  /** When each key's wait ends, on the monotonic clock. */
  const untilMs = new Map<string, number>();

  const refuse = (name: LimitName, waitMs: number): Fail => {
    noteRefused(name);
    return tooMany(Math.max(1, Math.ceil(waitMs / 1_000)));
  };

  /** 0: the key was not refused, or its wait is over. The map is nearly always empty. */
  const waitMsOf = (name: LimitName, key: string | number): number => {
    if (untilMs.size === 0) return 0;
    const id = idOf(name, key);
    const waitMs = (untilMs.get(id) ?? 0) - performance.now();
    if (waitMs <= 0) untilMs.delete(id);
    return Math.max(0, waitMs);
  };

  return {
    hasToWait: (name: LimitName, key: string | number): boolean => waitMsOf(name, key) > 0,
    refused(name: LimitName, key: string | number): Fail | null {
      const waitMs = waitMsOf(name, key);
      return waitMs > 0 ? refuse(name, waitMs) : null;
    },
    /** Refuses the key from now on, for this long. */
    begin(name: LimitName, key: string | number, waitMs: number): Fail {
      if (untilMs.size >= REFUSALS_MAX) untilMs.clear();
      untilMs.set(idOf(name, key), performance.now() + waitMs);
      return refuse(name, waitMs);
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
