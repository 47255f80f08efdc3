import { peopleServerLimits } from '@sangam/shared/people/limits';
import { type SqlBool, sql } from 'kysely';
import { pageView } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Size } from './sizes.js';

export interface FoundPicture {
  /** The member's id. */
  id: number;
  picture: string;
}

/** Pictures of several members, and the others. */
export interface FoundPictures {
  pictures: FoundPicture[];
  /** The members who have no page for the reader. */
  withoutPage: number[];
}

/**
 * Returns the pictures of those of these members who have a page for the reader, and the members who have none. It decides about all
 * members first, so that a hidden member takes as long with a picture as without.
 */
export async function findPictures(db: Db, readerId: number, ids: readonly number[], at: Date): Promise<FoundPictures> {
  const { rows } = await sql<{ id: number; picture: string | null }>`
    WITH wanted AS MATERIALIZED (
      SELECT one.id, ${pageView(readerId, sql.ref('one.id'), at)} AS seen_as FROM unnest(${ids}::int8[]) AS one (id))
    SELECT pic.user_id AS id, pic.id AS picture
    FROM wanted JOIN member_pictures pic ON pic.user_id = wanted.id AND pic.ended_at IS NULL
    WHERE wanted.seen_as IS NOT NULL
    UNION ALL SELECT wanted.id, NULL FROM wanted WHERE wanted.seen_as IS NULL ORDER BY id`.execute(db);
  return {
    pictures: rows.flatMap(({ id: member, picture }) => (picture === null ? [] : [{ id: member, picture }])),
    withoutPage: rows.flatMap(({ id: member, picture }) => (picture === null ? [member] : [])),
  };
}

/** Whether the member is signed in with this session, and neither suspended nor deleted. */
const isSignedIn = ({ userId, sessionId }: { userId: number; sessionId: string }, now: Date) => sql<SqlBool>`EXISTS (
  SELECT FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE sessions.id = ${sessionId}::uuid AND sessions.user_id = ${userId} AND sessions.ended_at IS NULL
    AND sessions.expires_at > ${now} AND users.suspended_at IS NULL AND users.deleted_at IS NULL)`;

/**
 * Returns a picture's content; undefined unless the session's member may see the page of the picture's member, or is a moderator with a
 * report about it.
 */
export async function readPicture(
  db: Db,
  reader: { userId: number; sessionId: string },
  { picture, size }: { picture: string; size: Size },
  now: Date,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    SELECT ${sql.ref(`pic.${size}`)} AS content FROM member_pictures pic
    WHERE pic.id = ${picture}::uuid AND ${isSignedIn(reader, now)} AND (
      pic.ended_at IS NULL AND (${pageView(reader.userId, sql.ref('pic.user_id'), now)}) IS NOT NULL
      OR pic.reported_until > ${now} AND EXISTS (SELECT FROM moderators WHERE user_id = ${reader.userId}))`.execute(db);
  return rows[0]?.content;
}

/** Whether the member's picture is one of these. */
export const hasPicture = async (trx: Trx, userId: number, pictures: readonly string[]): Promise<boolean> =>
  pictures.length > 0 &&
  (await trx
    .selectFrom('member_pictures')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', 'in', pictures)
    .executeTakeFirst()) !== undefined;

/**
 * Ends the member's picture; false if there was none. The former pictures that were shown the longest are kept for reports. If the newest
 * were kept instead, a member could get rid of a picture by uploading others.
 */
export async function endPicture(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_pictures')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  await sql`
    DELETE FROM member_pictures WHERE id = ANY (ARRAY(
      SELECT id FROM member_pictures WHERE user_id = ${userId} AND ended_at IS NOT NULL
      ORDER BY ended_at - created_at DESC, ended_at DESC OFFSET ${peopleServerLimits.replacedPicturesMax}))
      AND (reported_until IS NULL OR reported_until <= ${now})`.execute(trx);
  return numUpdatedRows > 0n;
}

export const addPicture = (
  trx: Trx,
  picture: { id: string; user_id: number; small: Buffer; large: Buffer; created_at: Date },
) => trx.insertInto('member_pictures').values(picture).execute();

/**
 * Keeps the member's pictures since `shownSince` for moderators, in the transaction that files the report. Returns them, in the order in
 * which they were shown.
 */
export async function keepForReport(
  trx: Trx,
  userId: number,
  { until, shownSince }: { until: Date; shownSince: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('member_pictures')
    .set({ reported_until: until })
    .where('user_id', '=', userId)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', shownSince)]))
    .returning(['id', 'ended_at'])
    .execute();
  const endOf = ({ ended_at }: { ended_at: Date | null }) => ended_at?.getTime() ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => endOf(a) - endOf(b)).map(({ id }) => id);
}

/** Deletes up to `max` pictures that ended before this date and that no report needs; returns how many. */
export async function deleteEnded(
  trx: Trx,
  { endedBefore, now, max }: { endedBefore: Date; now: Date; max: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM member_pictures WHERE id = ANY (ARRAY(
      SELECT id FROM member_pictures
      WHERE ended_at < ${endedBefore} AND (reported_until IS NULL OR reported_until <= ${now})
      ORDER BY ended_at LIMIT ${max}))`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
