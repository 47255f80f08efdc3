import { requestServerLimits } from './limits.js';

/** When a member may ask a project again after an act at this time. */
export const askAgainFrom = (at: Date): Date => new Date(at.getTime() + requestServerLimits.askAgainAfterMs);

interface EarlierRequest {
  status: string;
  decided_at: Date | null;
  /** Stored for every end after which the member has to wait, except a rejection, which may be taken back. */
  ask_again_at: Date | null;
}

/** When a member may ask the same project again after this request; null if there is no such time. */
export const askAgainAt = ({ status, decided_at, ask_again_at }: EarlierRequest): Date | null =>
  ask_again_at ?? (status === 'rejected' && decided_at !== null ? askAgainFrom(decided_at) : null);

/** When a creator's time to reopen a rejected request ends; null for a request that wasn't rejected. */
export const reopenUntil = (status: string, decidedAt: Date | null): Date | null =>
  status === 'rejected' && decidedAt !== null ? new Date(decidedAt.getTime() + requestServerLimits.reopenMs) : null;
