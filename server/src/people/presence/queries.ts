import type { Presence } from '@sangam/shared/people/users';
import { sql } from 'kysely';
import { areBlocked, areStrangers, hidesPresence } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { plannedByValue } from '../../platform/db/statements.js';

interface PresenceRow {
  id: number;
  is_online: boolean;
  last_active: Date | null;
}
const present = ({ id, is_online, last_active }: PresenceRow): Presence => ({
  id,
  is_online,
  last_active: last_active?.toISOString() ?? null,
});
/** Converts a row to the presence that the viewer sees: hidden presence is offline, without a time. */
const visiblePresence = ({ hidden, ...row }: PresenceRow & { hidden: boolean }): Presence =>
  hidden ? { id: row.id, is_online: false, last_active: null } : present(row);

/** Returns members' presence, as the view `presence` defines it (`migrations/0005-presence.sql`). Unknown members are left out. */
export async function findPresence(db: Db, userIds: readonly number[]): Promise<Presence[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<PresenceRow>`
    SELECT id, is_online, last_active FROM presence WHERE id = ANY (${userIds}::int8[])`.execute(db);
  return rows.map(present);
}

/** Returns members' presence as one viewer may see it. */
export async function findPresenceFor(
  db: Db,
  viewerId: number,
  userIds: readonly number[],
  at: Date,
): Promise<{ presence: Presence; hidden: boolean }[]> {
  if (userIds.length === 0) return [];
  const [viewer, member] = [sql<number>`${viewerId}::int8`, sql<number>`presence.id`];
  const { rows } = await sql<PresenceRow & { hidden: boolean }>`
    SELECT id, is_online, last_active, ${hidesPresence(viewer, member, at)} AS hidden
    FROM presence WHERE id = ANY (${userIds}::int8[])`.execute(db);
  return rows.map((row) => ({ hidden: row.hidden, presence: visiblePresence(row) }));
}

/** Returns those of these members who aren't strangers to the viewer. */
export async function findKnown(db: Db, viewerId: number, userIds: readonly number[], at: Date): Promise<number[]> {
  if (userIds.length === 0) return [];
  const [viewer, member] = [sql<number>`${viewerId}::int8`, sql<number>`users.id`];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE id = ANY (${userIds}::int8[]) AND NOT ${areStrangers(viewer, member, at)}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface PresenceBetween {
  viewerId: number;
  presence: Presence;
  hidden: boolean;
  /** There is a block between the two. */
  isBlocked: boolean;
}

/** Returns, for pairs of viewer and member, the presence that the viewer may see. */
export async function findPresenceBetween(
  db: Db,
  pairs: readonly (readonly [viewerId: number, userId: number])[],
  at: Date,
): Promise<PresenceBetween[]> {
  if (pairs.length === 0) return [];
  const [viewer, member] = [sql<number>`pair.viewer_id`, sql<number>`presence.id`];
  const { rows } = await sql<PresenceRow & { viewer_id: number; hidden: boolean; is_blocked: boolean }>`
    SELECT ${plannedByValue} pair.viewer_id, id, is_online, last_active, ${hidesPresence(viewer, member, at)} AS hidden,
      ${areBlocked(viewer, member)} AS is_blocked
    FROM unnest(${pairs.map(([viewer]) => viewer)}::int8[], ${pairs.map(([, id]) => id)}::int8[]) AS pair (viewer_id, user_id)
    JOIN presence ON presence.id = pair.user_id`.execute(db);
  return rows.map((row) => ({
    viewerId: row.viewer_id,
    hidden: row.hidden,
    isBlocked: row.is_blocked,
    presence: visiblePresence(row),
  }));
}

/** Returns those of these members who hide their presence by a choice, or by blocking another of these. */
export async function findReserved(db: Db, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM notification_choices
    WHERE presence_for <> 'anyone' AND user_id = ANY (${userIds}::int8[])
    UNION SELECT blocker_id FROM blocks WHERE blocker_id = ANY (${userIds}::int8[]) AND blocked_id = ANY (${userIds}::int8[])`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}
