import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { lastOfPage, rowsOfPage } from '../../platform/db/page.js';
import type { Subscribed } from '../../platform/records/web-push.queries.js';
import type { Subscription } from './subscriptions.queries.js';

/** Searches a page of devices for those whose session ends before `until` and that haven't been notified of that. */
export async function findEnding(
  db: Db,
  { now, until, ...page }: { now: Date; until: Date; after: number; max: number },
): Promise<{ devices: Subscribed[]; last: number | null }> {
  const last = await lastOfPage(db, 'push_subscriptions', page);
  if (last === null) return { devices: [], last };
  const { rows } = await sql<Subscribed>`
    SELECT s.id, s.user_id, s.endpoint FROM ${rowsOfPage('push_subscriptions', { ...page, last })} s
    JOIN LATERAL (
      SELECT FROM sessions WHERE id = s.session_id AND ended_at IS NULL AND expires_at > ${now} AND expires_at <= ${until}
        AND expires_at IS DISTINCT FROM s.end_told_for OFFSET 0) AS session ON true`.execute(db);
  return { devices: rows, last };
}

/** A device with the time at which its session ends. */
export interface EndingDevice extends Pick<Subscription, 'id' | 'endpoint' | 'p256dh' | 'auth'> {
  user_id: number;
  expires_at: Date;
  /** When the member signed in. */
  begun_at: Date;
}

/** Returns the device if its session is live and it hasn't been notified of the session's end. */
export const findEndingDevice = (db: Db, id: number, now: Date): Promise<EndingDevice | undefined> =>
  db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions', 'sessions.id', 's.session_id')
    .select(['s.id', 's.user_id', 's.endpoint', 's.p256dh', 's.auth', 'sessions.expires_at'])
    .select('sessions.created_at as begun_at')
    .where('s.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where((eb) => eb('sessions.expires_at', 'is distinct from', eb.ref('s.end_told_for')))
    .executeTakeFirst();

export const setEndNotified = (db: Db, id: number, endsAt: Date) =>
  db.updateTable('push_subscriptions').set({ end_told_for: endsAt }).where('id', '=', id).execute();
