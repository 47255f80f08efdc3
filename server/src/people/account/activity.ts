import type { AccountActivity } from '@sangam/shared/people/account';
import { peopleLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import { ok, type Result } from '../../platform/lib/result.js';
import { listOwn } from '../../platform/records/audit.queries.js';

export interface AccountActivityService {
  /** A page of what happened to a member's account, newest first. Whoever else did it is not named. */
  own(
    memberId: number,
    range: { before?: number | undefined; limit?: number | undefined },
  ): Promise<Result<AccountActivity>>;
}

/** What moderators write for each other is not for the member. */
const toldTo = ({ note: _, ...details }: { note?: string }) => details;

export const createAccountActivity = ({ db }: { db: Db }): AccountActivityService => ({
  async own(memberId, { before, limit = peopleLimits.accountActivityPage }) {
    const rows = await listOwn(db, memberId, { before, limit });
    const entries = rows.slice(0, limit).map(({ at, actor_id, details, ...entry }) => ({
      ...entry,
      details: toldTo(details),
      at: at.toISOString(),
      by_other: actor_id !== null && actor_id !== memberId,
    }));
    return ok({ entries, has_more: rows.length > limit });
  },
});
