import { projectServerLimits } from '../projects/limits.js';
import { requestServerLimits } from './limits.js';

/** Why a creator rejects a request. Optional, and may come with a message. */
export const DECLINE_REASONS = ['seats_taken', 'other_skills', 'has_begun'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** When a rejected applicant may ask the same project again; null for a request that wasn't rejected. */
export const askAgainAt = (status: string, decidedAt: Date | null): Date | null =>
  status === 'rejected' && decidedAt !== null
    ? new Date(decidedAt.getTime() + projectServerLimits.askAgainAfterMs)
    : null;

/** When a creator's time to reopen a rejected request ends; null for a request that wasn't rejected. */
export const reopenUntil = (status: string, decidedAt: Date | null): Date | null =>
  status === 'rejected' && decidedAt !== null ? new Date(decidedAt.getTime() + requestServerLimits.reopenMs) : null;
