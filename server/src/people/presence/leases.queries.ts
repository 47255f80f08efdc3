import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface DeviceState {
  id: string;
  userId: number;
  active: boolean;
}

/** Stores new and changed sockets of this server. */
export const saveDevices = (db: Db, serverId: string, devices: readonly DeviceState[]) =>
  sql`
    INSERT INTO devices (id, user_id, server_id, active)
    SELECT d.id, d.user_id, ${serverId}::uuid, d.active
    FROM unnest(
      ${devices.map((device) => device.id)}::text[],
      ${devices.map((device) => device.userId)}::int8[],
      ${devices.map((device) => device.active)}::bool[]
    ) AS d (id, user_id, active)
    ON CONFLICT (id) DO UPDATE SET active = excluded.active`.execute(db);

export const deleteDevices = (db: Db, ids: readonly string[]) =>
  sql`DELETE FROM devices WHERE id = ANY (${ids}::text[])`.execute(db);

/** A session that reports by REST has its own lease. Leases use the database's time, which all servers share. */
export const saveRestDevice = (db: Db, device: DeviceState, leaseMs: number) =>
  sql`
    INSERT INTO devices (id, user_id, lease_until, active)
    VALUES (${device.id}, ${device.userId}, now() + ${leaseMs} * interval '1 millisecond', ${device.active})
    ON CONFLICT (id) DO UPDATE SET active = excluded.active, lease_until = excluded.lease_until`.execute(db);

/**
 * Moves `last_active` forward, and back only if it is in the future, because the database's clock was ahead. Rows are locked by id, so that
 * two servers can't deadlock.
 */
export const saveLastActive = (db: Db, lastActive: ReadonlyMap<number, number>) =>
  sql`
    WITH seen AS (
      SELECT * FROM unnest(
        ${[...lastActive.keys()]}::int8[],
        ${[...lastActive.values()].map((ms) => new Date(ms))}::timestamptz[]
      ) AS s (id, at)
    ), locked AS (
      SELECT users.id, seen.at FROM users JOIN seen ON seen.id = users.id ORDER BY users.id FOR NO KEY UPDATE OF users
    )
    UPDATE users SET last_active = greatest(CASE WHEN users.last_active <= now() THEN users.last_active END, locked.at)
    FROM locked WHERE users.id = locked.id`.execute(db);

/**
 * Increased by each version that needs to know when older servers no longer run. Servers with the same number can share the database
 * without restrictions.
 */
const RELEASE = 2;

/**
 * `isNew`: there was no lease, or it had expired and its devices were deleted. `hasOlderServers`: a server of an earlier release has a lease.
 * `otherServerIds`: the other servers that have a lease.
 */
export async function renewServerLease(
  db: Db,
  serverId: string,
  leaseMs: number,
): Promise<{ isNew: boolean; hasOlderServers: boolean; otherServerIds: string[] }> {
  const { rows } = await sql<{ is_new: boolean; beside_older: boolean; others: string[] }>`
    INSERT INTO servers (id, lease_until, release)
    VALUES (${serverId}::uuid, now() + ${leaseMs} * interval '1 millisecond', ${RELEASE}::int)
    ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until
    RETURNING xmax = 0 AS is_new, EXISTS (
      SELECT FROM servers AS all_servers WHERE coalesce(release, 0) < ${RELEASE}::int) AS beside_older,
    ARRAY(SELECT id::text FROM servers AS others WHERE lease_until > now() AND id <> ${serverId}::uuid) AS others`.execute(
    db,
  );
  const [row] = rows;
  return {
    isNew: row?.is_new === true,
    hasOlderServers: row?.beside_older !== false,
    otherServerIds: row?.others ?? [],
  };
}

/** Ends a server's lease and its devices' presence. The next sweep deletes and broadcasts them. */
export const endServerLease = (db: Db, serverId: string) =>
  sql`UPDATE servers SET lease_until = now() WHERE id = ${serverId}::uuid`.execute(db);

/**
 * Deletes other servers and REST devices whose lease has expired; returns their members. A lease longer than usual was taken before the
 * database's time was set back, so it is first cut to the usual length.
 */
export async function sweepExpired(
  db: Db,
  ownServerId: string,
  { leaseMs, restLeaseMs }: { leaseMs: number; restLeaseMs: number },
): Promise<number[]> {
  const inMs = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;
  await sql`UPDATE servers SET lease_until = ${inMs(leaseMs)} WHERE lease_until > ${inMs(leaseMs)}`.execute(db);
  await sql`UPDATE devices SET lease_until = ${inMs(restLeaseMs)} WHERE lease_until > ${inMs(restLeaseMs)}`.execute(db);
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (
      SELECT id FROM servers WHERE lease_until <= now() AND id <> ${ownServerId}::uuid FOR UPDATE SKIP LOCKED
    ), dropped AS (
      DELETE FROM servers USING gone WHERE servers.id = gone.id
    )
    DELETE FROM devices
    WHERE lease_until <= now() OR server_id IN (SELECT id FROM gone)
    RETURNING user_id`.execute(db);
  return [...new Set(rows.map((row) => row.user_id))];
}
