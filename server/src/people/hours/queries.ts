import type { ZonedWeek } from '@sangam/shared/people/hours/overlap';
import { sql } from 'kysely';
import { isListed, type PageView, pageView } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';

/** A member's own free hours; undefined if they have entered none. */
export const findHours = (db: Db | Trx, userId: number): Promise<(ZonedWeek & { version: number }) | undefined> =>
  db.selectFrom('member_hours').select(['hours', 'zone', 'version']).where('user_id', '=', userId).executeTakeFirst();

/**
 * Stores a member's free hours, and returns how often they have been stored. Those before the first change of a day stay in `hours_before`
 * for that day.
 */
export async function saveHours(trx: Trx, userId: number, { hours, zone }: ZonedWeek, today: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    INSERT INTO member_hours AS h (user_id, hours, zone, changed_on)
    VALUES (${userId}, ${hours}::bit(672), ${zone}, ${today}::date)
    ON CONFLICT (user_id) DO UPDATE SET hours = excluded.hours, zone = excluded.zone, changed_on = excluded.changed_on,
      hours_before = CASE WHEN h.changed_on < excluded.changed_on THEN h.hours ELSE h.hours_before END,
      zone_before = CASE WHEN h.changed_on < excluded.changed_on THEN h.zone ELSE h.zone_before END
    RETURNING version`.execute(trx);
  return rows[0]?.version ?? 0;
}

/** The hours of `member_hours m` as of yesterday; null if there were none. */
export const hoursAsOfYesterday = (today: string) => sql<ZonedWeek | null>`CASE
  WHEN m.changed_on < ${today}::date THEN json_build_object('hours', m.hours::text, 'zone', m.zone)
  WHEN m.hours_before IS NOT NULL THEN json_build_object('hours', m.hours_before::text, 'zone', m.zone_before) END`;

interface HoursBetween {
  /** The reader's view of the member's page; null if they have none. */
  view: PageView | null;
  /** The member is listed in Find people. */
  is_listed: boolean;
  /** The reader's own hours; null if they have none. */
  mine: ZonedWeek | null;
  /** The reader's hours as of yesterday. */
  mine_before: ZonedWeek | null;
  theirs: ZonedWeek | null;
  /** The zone that the member shows on their page, '' for the default; null if they show none. */
  shown_zone: string | null;
}

/**
 * Returns the free hours of a reader and another member, and whether the reader may see that member's page. It uses one statement, which
 * reads nothing about a member without a page for the reader.
 */
export async function findHoursBetween(
  db: Db,
  { readerId, memberId, at }: { readerId: number; memberId: number; at: Date },
): Promise<HoursBetween | undefined> {
  const [reader, member] = [sql<number>`${readerId}::int8`, sql<number>`${memberId}::int8`];
  const today = at.toISOString().slice(0, 10);
  const { rows } = await sql<HoursBetween>`
    WITH seen AS MATERIALIZED (SELECT ${pageView(readerId, member, at)} AS view)
    SELECT seen.view, ${isListed(member)} AS is_listed,
      (SELECT json_build_object('hours', m.hours::text, 'zone', m.zone) FROM member_hours m WHERE m.user_id = ${reader}) AS mine,
      (SELECT ${hoursAsOfYesterday(today)} FROM member_hours m WHERE m.user_id = ${reader}) AS mine_before,
      (SELECT json_build_object('hours', t.hours::text, 'zone', t.zone) FROM member_hours t
        WHERE t.user_id = ${member} AND seen.view IS NOT NULL) AS theirs,
      (SELECT CASE WHEN u.shows_time_zone THEN coalesce(
          (SELECT chosen.time_zone FROM notification_choices chosen WHERE chosen.user_id = u.id), '') END
        FROM users u WHERE u.id = ${member} AND seen.view IS NOT NULL) AS shown_zone
    FROM seen`.execute(db);
  return rows[0];
}
