import { hourMs, minuteMs } from '../core/limits.js';

export const noticeLimits = {
  followedSkillsMax: 10,
  inboxPage: 30,
  inboxPageMax: 100,
} as const;

/** Limits of the server only, separate so that pages do not load them. */
export const noticeServerLimits = {
  mutedMax: 500,
  pushDevicesMax: 10,
  pushEndpointMaxChars: 1_000,
  mailedAfterMs: 15 * minuteMs,
  mailsApartMs: hourMs,
  hastyMailsApartMs: 5 * minuteMs,
  newsMailedWithinMs: 2 * 24 * hourMs,
} as const;
