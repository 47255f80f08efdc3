import { charCount } from '@sangam/shared/core/text';
import type { Db, Trx } from '../../platform/db/database.js';
import { findModeratorNames } from './queries.js';
import { isReserved } from './reserved.js';
import { looksLike } from './skeleton.js';

/** Shorter names, such as Li, belong to too many people to point to one of them. */
const COMPARED_MIN_CHARS = 4;

/** Whether a member may take a name: it looks neither reserved nor like the name of another member who is a moderator now (R2.27). */
export async function isFreeName(db: Db | Trx, name: string, memberId: number | null): Promise<boolean> {
  if (isReserved(name)) return false;
  if (charCount(name) < COMPARED_MIN_CHARS) return true;
  const moderators = await findModeratorNames(db, memberId);
  return !moderators.some((moderator) => looksLike(name, moderator));
}
