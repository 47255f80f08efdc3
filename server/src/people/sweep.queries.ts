import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Trx } from '../platform/db/database.js';
import { deleteBefore, type Sweep } from '../platform/member-data/parts.js';
import { deleteEnded } from './picture/queries.js';

/** Deletes expired links of emails, sign-in flows, one-time codes and sign-ins of suspended members. */
async function deleteExpiredSecrets(trx: Trx, now: Date): Promise<void> {
  for (const table of [
    'password_resets',
    'email_links',
    'former_addresses',
    'oauth_flows',
    'linking_flows',
    'oauth_codes',
    'suspended_sessions',
  ] as const)
    await trx.deleteFrom(table).where('expires_at', '<=', now).execute();
}

const replacedBefore = (nowMs: number) => new Date(nowMs - peopleServerLimits.replacedPageKeptMs);

export const peopleSweeps: Sweep[] = [
  async (trx, nowMs) => {
    await deleteExpiredSecrets(trx, new Date(nowMs));
    return 0;
  },
  (trx, nowMs, max) => deleteEnded(trx, { endedBefore: replacedBefore(nowMs), now: new Date(nowMs), max }),
  (trx, nowMs, max) => deleteBefore(trx, { table: 'kept_texts', column: 'at', before: replacedBefore(nowMs), max }),
  // This includes ended sessions.
  (trx, nowMs, max) => {
    const before = new Date(nowMs - peopleServerLimits.expiredSessionStoredMs);
    return deleteBefore(trx, { table: 'sessions', column: 'expires_at', before, max });
  },
];
