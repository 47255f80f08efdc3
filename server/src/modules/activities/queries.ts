import type { Db, Trx } from '../../db/database.js';
import type { NewActivity } from './activity.js';

/** Records activities in the transaction that caused them. */
export const recordActivities = async (trx: Trx, activities: readonly NewActivity[]): Promise<void> => {
  if (activities.length > 0) await trx.insertInto('activities').values(activities).execute();
};

/** The member's latest activities, newest first. */
export const listActivities = (db: Db, userId: number, limit: number) =>
  db
    .selectFrom('activities')
    .select(['id', 'type', 'icon', 'message', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
