import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Authenticate, Member } from '../../lib/member.js';
import { fail, ok, type Result } from '../../lib/result.js';
import type { SessionClaims, Tokens } from './tokens.js';

export interface Sessions {
  /** Begins a session that lasts this long and answers its token. */
  begin(db: Db | Trx, userId: number, lastsMs: number): Promise<string>;
  /** The member that a token was signed for; its session may have ended. null for a token that was not signed here. */
  signedFor(token: string): number | null;
  authenticate: Authenticate;
  /** The member of a token whose session is live, and when the token expires. */
  open(token: string): Promise<Result<Member & { expiresAtMs: number }>>;
  /** Those of these sessions that are still live, with their member's current name. */
  stillLive(sessionIds: readonly string[]): Promise<Map<string, string>>;
  end(sessionId: string): Promise<void>;
  /** Ends every session of a member; answers the ids, to be published as `sessions:ended`. */
  endAll(trx: Trx, userId: number): Promise<string[]>;
}

export function createSessions({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }): Sessions {
  const live = async ({ sessionId, userId }: SessionClaims): Promise<Result<Member>> => {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.name'])
      .where('sessions.id', '=', sessionId)
      .where('sessions.user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date(clock.nowMs()))
      .executeTakeFirst();
    return row ? ok({ id: row.id, name: row.name, sessionId }) : fail('UNAUTHORIZED');
  };

  return {
    async begin(handle, userId, lastsMs) {
      const sessionId = randomUUID();
      const expiresAtMs = clock.nowMs() + lastsMs;
      await handle
        .insertInto('sessions')
        .values({ id: sessionId, user_id: userId, expires_at: new Date(expiresAtMs), ended_at: null })
        .execute();
      return tokens.sign({ userId, sessionId, expiresAtMs });
    },
    signedFor(token) {
      const claims = tokens.read(token);
      return claims.ok ? claims.value.userId : null;
    },
    async authenticate(token) {
      const claims = tokens.read(token);
      return claims.ok ? live(claims.value) : claims;
    },
    async open(token) {
      const claims = tokens.read(token);
      if (!claims.ok) return claims;
      const member = await live(claims.value);
      return member.ok ? ok({ ...member.value, expiresAtMs: claims.value.expiresAtMs }) : member;
    },
    async stillLive(sessionIds) {
      if (sessionIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['sessions.id', 'users.name'])
        .where(sql<SqlBool>`sessions.id = ANY (${sessionIds}::uuid[])`)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(clock.nowMs()))
        .execute();
      return new Map(rows.map((row) => [row.id, row.name]));
    },
    async end(sessionId) {
      await db
        .updateTable('sessions')
        .set({ ended_at: new Date(clock.nowMs()) })
        .where('id', '=', sessionId)
        .where('ended_at', 'is', null)
        .execute();
    },
    async endAll(trx, userId) {
      const rows = await trx
        .updateTable('sessions')
        .set({ ended_at: new Date(clock.nowMs()) })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .returning('id')
        .execute();
      return rows.map((row) => row.id);
    },
  };
}
