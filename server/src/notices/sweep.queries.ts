import { coreServerLimits } from '@sangam/shared/core/limits';
import { sql } from 'kysely';
import type { Trx } from '../platform/db/database.js';
import { deleteBefore, type Sweep } from '../platform/member-data/parts.js';

/** Only new notifications fill a list, so only members with one of this many newest are checked, however many notifications there are. */
const NEWEST = 5_000;

/** Deletes the oldest notifications, read or not, of members who have more than `keptCount`. */
const deleteBeyond = (trx: Trx, keptCount: number) =>
  sql`
    DELETE FROM notifications WHERE id = ANY (ARRAY(
      SELECT n.id FROM (
        SELECT user_id FROM (SELECT DISTINCT user_id FROM (SELECT user_id FROM notifications ORDER BY id DESC LIMIT ${NEWEST}) AS newest) AS notified
        WHERE (SELECT count(*) FROM notifications WHERE user_id = notified.user_id) > ${keptCount}) AS full_inbox,
      LATERAL (SELECT id FROM notifications WHERE user_id = full_inbox.user_id
        ORDER BY created_at DESC, id DESC OFFSET ${keptCount} LIMIT 1000) AS n))`.execute(trx);

export const noticesSweeps: Sweep[] = [
  async (trx) => {
    await deleteBeyond(trx, coreServerLimits.notificationsMax);
    return 0;
  },
  (trx, nowMs, max) => {
    const before = new Date(nowMs - coreServerLimits.readNotificationKeptMs);
    return deleteBefore(trx, { table: 'notifications', column: 'read_at', before, max });
  },
];
