import { dayMs, hourMs } from '../core/limits.js';

export const requestLimits = {
  requestMessageMaxChars: 1_000,
  declineWordMaxChars: 200,
  questionAnswerMaxChars: 500,
  withdrawnAtOnceMax: 50,
  answeredAtOnceMax: 50,
  invitationMessageMaxChars: 280,
  waitReminderMs: 7 * dayMs,
} as const;

/** Limits that only the server needs. A separate constant, so pages don't load them. */
export const requestServerLimits = {
  seatOfferMs: 48 * hourMs,
  waitlistMax: 50,
  reopenMs: 7 * dayMs,
  askAgainAfterMs: 7 * dayMs,
  withdrawalCountsMs: 30 * dayMs,
  waitMs: 30 * dayMs,
  invitationMs: 7 * dayMs,
  invitationsPendingMax: 5,
  invitationQueueMs: 30 * dayMs,
} as const;
