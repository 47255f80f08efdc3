/** Limits that no subject owns, and the units that the others are written in. */

export const TIME_ZONE = 'Asia/Kolkata';
export const LOCALE = 'en-IN';

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const coreLimits = {
  badgeMax: 9,
  pollIntervalMs: 30 * secondMs,
  focusRefreshDelayMs: 500,
  /** A live connection on which the server has sent no ping for this long is dead. */
  pingMissedMs: 15 * secondMs,
  urlMaxChars: 300,
  listPage: 50,
  listPageMax: 200,
  /** To find members whom one doesn't know, a shorter word must be a whole word of their name. */
  wordBeginningMinChars: 3,
} as const;

/** Limits that only the server needs, separate so that pages do not load them. */
export const coreServerLimits = {
  bodyMaxBytes: 64 * 1024,
  /** Bodies of a member, or of a network's strangers, that are arriving at one server. */
  heldBodiesMaxBytes: 8 * 1024 * 1024,
  /** All members' pictures and files that are arriving at one server. */
  heldLargeBodiesMaxBytes: 128 * 1024 * 1024,
  /** A member's tabs and devices that are live on one server; any more poll. */
  socketsPerMemberMax: 20,
  serverLeaseMs: 30 * secondMs,
  serverLeaseRenewMs: 10 * secondMs,
  notificationsMax: 500,
  readNotificationKeptMs: 90 * 24 * hourMs,
} as const;
