import { requestServerLimits } from './limits.js';

/** When a rejected applicant may ask the same project again; null for a request that wasn't rejected. */
export const askAgainAt = (status: string, decidedAt: Date | null): Date | null =>
  status === 'rejected' && decidedAt !== null
    ? new Date(decidedAt.getTime() + requestServerLimits.askAgainAfterMs)
    : null;

/** When a creator's time to reopen a rejected request ends; null for a request that wasn't rejected. */
export const reopenUntil = (status: string, decidedAt: Date | null): Date | null =>
  status === 'rejected' && decidedAt !== null ? new Date(decidedAt.getTime() + requestServerLimits.reopenMs) : null;
