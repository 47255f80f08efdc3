import { dayMs, hourMs, minuteMs } from '../core/limits.js';

export const noticeLimits = {
  followedSkillsMax: 10,
  notificationsPage: 30,
  notificationsPageMax: 100,
} as const;

/** Limits of the server only, separate so that pages do not load them. */
export const noticeServerLimits = {
  mutedMax: 500,
  webPushDevicesMax: 10,
  webPushEndpointMaxChars: 1_000,
  sessionEndPushedBeforeMs: 3 * dayMs,
  emailedAfterMs: 15 * minuteMs,
  emailsApartMs: hourMs,
  hastyEmailsApartMs: 5 * minuteMs,
  noticesEmailedWithinMs: 2 * 24 * hourMs,
} as const;
