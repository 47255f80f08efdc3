import type { Activity } from '@sangam/shared/app/dashboard';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';
import type { PageRange } from '../db/page.js';

/** A line of a member's recent activity. */
export interface NewActivity {
  user_id: number;
  type: Activity['type'];
  icon: Activity['icon'];
  message: string;
  project_id: number | null;
  other_id: number | null;
}

/** The subject of a line, which it links to: a project, or the conversation with a member. */
type About = { project_id: number } | { other_id: number };

const line =
  (type: Activity['type'], icon: Activity['icon']) =>
  (user_id: number, message: string, about: About): NewActivity => ({
    user_id,
    type,
    icon,
    message,
    project_id: null,
    other_id: null,
    ...about,
  });

/** Type and icon of a line, by what it reports (R9.3). */
export const activity = {
  created: line('project', 'Plus'),
  changed: line('project', 'Rocket'),
  teamComplete: line('project', 'Rocket'),
  /** The member applied, withdrew or left. */
  asked: line('collaboration', 'Target'),
  /** Others joined, applied or left. */
  people: line('collaboration', 'Users'),
  /** The member was accepted or approved. */
  chosen: line('collaboration', 'Award'),
  notChosen: line('other', 'Target'),
  chat: line('message', 'MessageCircle'),
};

/** Records activities in the transaction that caused them; none is dated before the member's last, should the clock have been set back. */
export const recordActivities = async (trx: Trx, activities: readonly NewActivity[]): Promise<void> => {
  if (activities.length === 0) return;
  const last = (userId: number) => sql`(SELECT max(created_at) FROM activities WHERE user_id = ${userId})`;
  const dated = activities.map((activity) => ({
    ...activity,
    created_at: sql<Date>`greatest(now(), ${last(activity.user_id)})`,
  }));
  await trx.insertInto('activities').values(dated).execute();
};

/** Returns the member's activities, newest first: the latest, or those below the one with the id `before`. */
export const listActivities = (db: Db, userId: number, { before, limit }: PageRange) =>
  db
    .selectFrom('activities')
    .select(['id', 'type', 'icon', 'message', 'created_at', 'project_id', 'other_id as user_id'])
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(created_at, id) < (SELECT created_at, id FROM activities WHERE id = ${before} AND user_id = ${userId})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
