import { hourMs } from '../core/limits.js';

export const contactLimits = {
  pendingRequestsMax: 5,
  waitlistsMax: 5,
  pendingFirstMessagesMax: 5,
  unansweredMessagesMax: 3,
} as const;

/** Limits that only the server needs, separate so that pages don't load them. */
export const contactServerLimits = {
  firstMessagePlaceMs: 14 * 24 * hourMs,
  invitationPlaceMs: 7 * 24 * hourMs,
  blockedMax: 1_000,
} as const;
