import { randomUUID } from 'node:crypto';
import { createTokens } from '@sangam/server/people/sign-in/tokens';
import type { Database } from '@sangam/server/platform/db/database';
import { systemClock } from '@sangam/server/platform/lib/clock';
import { dayMs } from '@sangam/shared/core/limits';
import Fastify from 'fastify';
import { sql } from 'kysely';
import type { TestMember, TestServer } from './test-server.js';

/** A member with a session. */
export interface AddedMember {
  id: number;
  token: string;
}

/** A list of length `N`; of any length if the number is known only when the test runs. */
type Several<M, N extends number, Taken extends M[] = []> = number extends N
  ? M[]
  : Taken['length'] extends N
    ? Taken
    : Several<M, N, [...Taken, M]>;

/** Takes members that no other test has used. */
export function takeFrom<M, N extends number>(pool: M[], count: N): Several<M, N> {
  if (pool.length < count) throw new Error(`only ${pool.length} members are left of the pool, not ${count}`);
  return pool.splice(0, count) as Several<M, N>;
}

/**
 * Adds members with a session each by SQL, since sign-ups would hash 1,000 passwords. `secret` signs their tokens; `days`: how long their
 * sessions last.
 */
export async function addMembers({ db }: Database, count: number, secret: string, days = 1): Promise<AddedMember[]> {
  const app = Fastify();
  const tokens = await createTokens(app, secret, systemClock);
  const expiresAt = new Date(Date.now() + days * dayMs);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (name, email) SELECT 'Load ' || n, 'load' || n || '@example.org'
    FROM generate_series(1, ${count}::int) n RETURNING id`.execute(db);
  const sessions = rows.map(({ id }) => ({ id: randomUUID(), user_id: id }));
  await sql`
    INSERT INTO sessions (id, user_id, expires_at)
    SELECT *, ${expiresAt}::timestamptz
    FROM unnest(${sessions.map(({ id }) => id)}::uuid[], ${sessions.map(({ user_id }) => user_id)}::int8[])`.execute(
    db,
  );
  const peers = sessions.map(({ id: sessionId, user_id: userId }) => ({
    id: userId,
    token: tokens.sign({ userId, sessionId, expiresAtMs: expiresAt.getTime() }),
  }));
  await app.close();
  return peers;
}

/** Returns the member with a new session that lasts for 30 days. */
export async function signInRemembered({ call }: Pick<TestServer, 'call'>, member: TestMember): Promise<TestMember> {
  const { email, password } = member;
  const { body } = await call('POST /api/auth/login', null, { email, password, remember: true });
  return { ...member, token: body.token };
}

/** Signs up a member whose session lasts for 30 days, for tests that move the clock. */
export const signUpRemembered = async (
  server: Pick<TestServer, 'call' | 'signUp'>,
  name?: string,
): Promise<TestMember> => signInRemembered(server, await server.signUp(name));
