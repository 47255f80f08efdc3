import type { Activity } from '@sangam/shared/app/dashboard';
import { isolate } from '@sangam/shared/core/isolate';
import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';
import type { PageRange } from '../db/page.js';
import { type ActivityKind, activityKinds, activityWords, isActivityKind } from './activities.js';
import { titleFor } from './project-title.queries.js';

/** A line of a member's recent activity. It names members and projects by their ids, so no name outlives its member. */
interface NewActivity {
  kind: ActivityKind;
  user_id: number;
  /** The project that it links to. */
  project_id: number | null;
  /** The other member of the conversation that it links to. */
  other_id: number | null;
  /** The other member whom it names. */
  about_id: number | null;
  ended_by: EndReason | null;
}

/** A line about a project; `member_id` is the other member whom it names. */
export const activity = (
  kind: ActivityKind,
  user_id: number,
  {
    project_id,
    member_id = null,
    ended_by = null,
  }: { project_id: number; member_id?: number | null; ended_by?: EndReason | null },
): NewActivity => ({ kind, user_id, project_id, other_id: null, about_id: member_id, ended_by });

/** A line about a conversation. */
export const chatActivity = (kind: 'chat:begun' | 'chat:received', user_id: number, other_id: number): NewActivity => ({
  kind,
  user_id,
  project_id: null,
  other_id,
  about_id: other_id,
  ended_by: null,
});

/** Records activities, in the transaction that caused them if there is one; none is dated before the member's last, should the clock have been set back. */
export const recordActivities = async (db: Db | Trx, activities: readonly NewActivity[]): Promise<void> => {
  if (activities.length === 0) return;
  const last = (userId: number) => sql`(SELECT max(created_at) FROM activities WHERE user_id = ${userId})`;
  const dated = activities.map(({ kind, ended_by, ...activity }) => ({
    ...activity,
    kind,
    params: JSON.stringify(ended_by === null ? {} : { ended_by }),
    type: activityKinds[kind].type,
    icon: activityKinds[kind].icon,
    // For servers of the previous version, which show it: it names nobody.
    message: activityWords(kind, { endedBy: ended_by }),
    created_at: sql<Date>`greatest(now(), ${last(activity.user_id)})`,
  }));
  await db.insertInto('activities').values(dated).execute();
};

/** Returns the member's activities, newest first: the latest, or those below the one with the id `before`. */
export async function listActivities(
  db: Db,
  userId: number,
  { before, limit }: PageRange,
): Promise<(Omit<Activity, 'time'> & { created_at: Date })[]> {
  const rows = await db
    .selectFrom('activities as a')
    .leftJoin('projects as p', 'p.id', 'a.project_id')
    .leftJoin('users as u', 'u.id', 'a.about_id')
    .select([
      'a.id',
      'a.type',
      'a.icon',
      'a.message',
      'a.created_at',
      'a.project_id',
      'a.other_id as user_id',
      'a.kind',
      'a.about_id as member_id',
      'a.params',
      'u.name',
    ])
    .select(titleFor(userId).$castTo<string | null>().as('title'))
    .where('a.user_id', '=', userId)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(a.created_at, a.id) < (SELECT created_at, id FROM activities WHERE id = ${before} AND user_id = ${userId})`,
      ),
    )
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ kind, params, title, name, message, ...row }) => ({
    ...row,
    kind,
    message:
      kind !== null && isActivityKind(kind)
        ? activityWords(kind, {
            ...(title === null ? {} : { title: `“${isolate(title)}”` }),
            ...(name === null ? {} : { member: isolate(name) }),
            endedBy: params.ended_by ?? null,
          })
        : message,
  }));
}
