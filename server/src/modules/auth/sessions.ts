import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { RunStatement } from '../../db/connections.js';
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
  /**
   * The same, with what `columns` read of the member in the same statement: `s` is the session, `u` the member. They are read
   * at the moment at which the session is live.
   */
  authenticateReading<R extends unknown[]>(token: string, columns: string): Promise<Result<Member & { read: R }>>;
  /** The member of a token whose session is live, and when the token expires. */
  open(token: string): Promise<Result<Member & { expiresAtMs: number }>>;
  /** Those of these sessions that are still live, with their member's current name. */
  stillLive(sessionIds: readonly string[]): Promise<Map<string, string>>;
  end(sessionId: string): Promise<void>;
  /** Ends every session of a member; answers the ids, to be published as `sessions:ended`. */
  endAll(trx: Trx, userId: number): Promise<string[]>;
}

/** Every call asks this, so it goes past Kysely. */
const liveSession = (columns: string): string => `
  SELECT u.id, u.name${columns && `, ${columns}`}
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $3`;

export function createSessions(deps: { db: Db; run: RunStatement; clock: Clock; tokens: Tokens }): Sessions {
  const { db, run, clock, tokens } = deps;

  const live = async <R extends unknown[]>(
    { sessionId, userId }: SessionClaims,
    columns: string,
  ): Promise<Result<Member & { read: R }>> => {
    const { rows } = await run<[id: number, name: string, ...read: R]>({
      text: liveSession(columns),
      values: [sessionId, userId, new Date(clock.nowMs()).toISOString()],
      rowMode: 'array',
    });
    const [row] = rows;
    if (!row) return fail('UNAUTHORIZED');
    const [id, name, ...read] = row;
    return ok({ id, name, sessionId, read });
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
      return claims.ok ? live(claims.value, '') : claims;
    },
    async authenticateReading<R extends unknown[]>(token: string, columns: string) {
      const claims = tokens.read(token);
      return claims.ok ? live<R>(claims.value, columns) : claims;
    },
    async open(token) {
      const claims = tokens.read(token);
      if (!claims.ok) return claims;
      const member = await live(claims.value, '');
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
