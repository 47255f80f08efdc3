import type { Presence } from '@sangam/shared/contract/users';
import { sql } from 'kysely';
import type { Db } from '../../db/database.js';

/** The presence of these members; those that do not exist are left out. */
export async function findPresence(db: Db, userIds: readonly number[]): Promise<Presence[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ id: number; is_online: boolean; last_active: Date | null }>`
    SELECT id, is_online, last_active FROM presence WHERE id = ANY (${userIds}::int8[])`.execute(db);
  return rows.map((row) => ({ ...row, last_active: row.last_active?.toISOString() ?? null }));
}

export interface DeviceState {
  id: string;
  userId: number;
  active: boolean;
}

/** Sockets of this server that appeared or changed. */
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

/** A session that reports by REST alone holds a lease of its own. */
export const saveRestDevice = (db: Db, device: DeviceState, leaseUntil: Date) =>
  sql`
    INSERT INTO devices (id, user_id, lease_until, active)
    VALUES (${device.id}, ${device.userId}, ${leaseUntil}, ${device.active})
    ON CONFLICT (id) DO UPDATE SET active = excluded.active, lease_until = excluded.lease_until`.execute(db);

/** Moves `last_active` forward, never back. Rows are locked by id, so that two servers cannot deadlock. */
export const saveLastActive = (db: Db, seen: ReadonlyMap<number, number>) =>
  sql`
    WITH seen AS (
      SELECT * FROM unnest(
        ${[...seen.keys()]}::int8[],
        ${[...seen.values()].map((ms) => new Date(ms))}::timestamptz[]
      ) AS s (id, at)
    ), locked AS (
      SELECT users.id, seen.at FROM users JOIN seen ON seen.id = users.id ORDER BY users.id FOR NO KEY UPDATE OF users
    )
    UPDATE users SET last_active = greatest(users.last_active, locked.at)
    FROM locked WHERE users.id = locked.id`.execute(db);

export const renewServerLease = (db: Db, serverId: string, leaseUntil: Date) =>
  sql`
    INSERT INTO servers (id, lease_until) VALUES (${serverId}::uuid, ${leaseUntil})
    ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`.execute(db);

/** Ends a server's lease: its devices go with it. Answers the members they belonged to. */
export const endServer = (db: Db, serverId: string): Promise<number[]> =>
  forget(db, sql`SELECT id FROM servers WHERE id = ${serverId}::uuid`);

/** Forgets servers and REST devices whose lease has run out. Answers the members they belonged to. */
export async function sweepExpired(db: Db): Promise<number[]> {
  const ofServers = await forget(db, sql`SELECT id FROM servers WHERE lease_until <= now() FOR UPDATE SKIP LOCKED`);
  const { rows } = await sql<{ user_id: number }>`
    DELETE FROM devices WHERE lease_until <= now() RETURNING user_id`.execute(db);
  return [...new Set([...ofServers, ...rows.map((row) => row.user_id)])];
}

async function forget(db: Db, servers: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH gone AS (${servers}),
    dropped AS (DELETE FROM servers USING gone WHERE servers.id = gone.id)
    DELETE FROM devices USING gone WHERE devices.server_id = gone.id RETURNING devices.user_id`.execute(db);
  return [...new Set(rows.map((row) => row.user_id))];
}
