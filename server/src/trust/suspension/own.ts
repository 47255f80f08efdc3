import type { OwnSuspension } from '@sangam/shared/trust/moderation';
import type { Db } from '../../platform/db/database.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { findOwn } from './queries.js';

/** The member's own suspension, or NOT_FOUND. */
export type ReadOwnSuspension = (userId: number) => Promise<Result<OwnSuspension>>;

/** `contact`: the operator's address. */
export const createOwnSuspension =
  ({ db, contact }: { db: Db; contact: string | null }): ReadOwnSuspension =>
  async (userId) => {
    const own = await findOwn(db, userId);
    return own ? ok({ ...own, contact }) : fail('NOT_FOUND');
  };
