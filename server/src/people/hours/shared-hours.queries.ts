import { isTimeZone } from '@sangam/shared/core/local-time';
import { weekMask } from '@sangam/shared/people/hours/masks';
import type { ZonedWeek } from '@sangam/shared/people/hours/overlap';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { hoursAsOfYesterday } from './queries.js';

/**
 * The rounded number of hours that a reader shares with each of many members. It uses the reader's own hours as of yesterday, so a filter
 * or an order reveals no more of another member's week than their page does (R3.9).
 */
export interface SharedHoursWith {
  /** Whether the reader has entered hours; otherwise they share none with anybody. */
  isKnown: boolean;
  /** A `WITH` item that `hoursWith` reads from. */
  masks: RawBuilder<unknown>;
  /** The number for a member; null if either has no hours. */
  hoursWith: (member: RawBuilder<number>) => RawBuilder<number | null>;
}

/** Reads the reader's hours, and writes them once for each zone in use. */
export async function readSharedHours(db: Db, readerId: number, nowMs: number): Promise<SharedHoursWith> {
  const { own, zones } = await findOwnWeek(db, readerId, new Date(nowMs).toISOString().slice(0, 10));
  if (own === null)
    return { isKnown: false, masks: sql`hour_masks AS (SELECT)`, hoursWith: () => sql<number | null>`NULL::int` };
  const masks = zones.filter(isTimeZone).map((zone) => ({ zone, ...weekMask(own, nowMs, zone) }));
  const column = (values: (string | null)[]) => sql`${values}::text[]`;
  return {
    isKnown: true,
    masks: sql`hour_masks AS MATERIALIZED (
      SELECT mask.zone, mask.once::bit(672) AS once, mask.again::bit(672) AS again
      FROM unnest(${column(masks.map(({ zone }) => zone))}, ${column(masks.map(({ once }) => once))},
        ${column(masks.map(({ again }) => again))}) AS mask (zone, once, again))`,
    // Rounds like `aboutHours`.
    hoursWith: (member) => sql<number | null>`(
      SELECT (bit_count(theirs.hours & mask.once) + coalesce(bit_count(theirs.hours & mask.again), 0) + 2) / 4
      FROM member_hours theirs JOIN hour_masks mask ON mask.zone = theirs.zone WHERE theirs.user_id = ${member})`,
  };
}

/** The reader's hours as of yesterday, null without any, and the zones that members use, each found in one step of an index. */
async function findOwnWeek(
  db: Db,
  readerId: number,
  today: string,
): Promise<{ own: ZonedWeek | null; zones: string[] }> {
  const { rows } = await sql<{ own: ZonedWeek | null; zones: string[] }>`
    WITH RECURSIVE used AS (
      SELECT (SELECT min(zone) FROM member_hours) AS zone
      UNION ALL
      SELECT (SELECT min(later.zone) FROM member_hours later WHERE later.zone > used.zone) FROM used WHERE used.zone IS NOT NULL
    )
    SELECT (SELECT ${hoursAsOfYesterday(today)} FROM member_hours m WHERE m.user_id = ${readerId}) AS own,
      ARRAY(SELECT zone FROM used WHERE zone IS NOT NULL) AS zones`.execute(db);
  return rows[0] ?? { own: null, zones: [] };
}
