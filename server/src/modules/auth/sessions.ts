import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { RunStatement } from '../../db/connections.js';
import type { Db, Trx } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import { createGather } from '../../lib/gather.js';
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
   * at the moment at which the session is live. To be called once for the same columns: what is asked at once is one statement.
   */
  authenticateReading<R extends unknown[]>(columns: string): Authenticate<Member & { read: R }>;
  /** The member of a token whose session is live, and when the token expires. */
  open(token: string): Promise<Result<Member & { expiresAtMs: number }>>;
  /** Those of these sessions that are still live, with their member's current name. */
  stillLive(sessionIds: readonly string[]): Promise<Map<string, string>>;
  end(sessionId: string): Promise<void>;
  /** Ends every session of a member; answers the ids, to be published as `sessions:ended`. */
  endAll(trx: Trx, userId: number): Promise<string[]>;
}

/** Beyond, those that wait form the next statement. */
const STATEMENTS_AT_ONCE = 2;
const SESSIONS_AT_ONCE_MAX = 100;

/**
 * Every call asks this, so it goes past Kysely. The planner sees no array that it could count, or it would plan anew for each
 * number of sessions.
 */
const liveSessions = (columns: string): string => `
  SELECT asked.n, u.id, u.name${columns && `, ${columns}`}
  FROM unnest((SELECT $1::uuid[]), (SELECT $2::bigint[])) WITH ORDINALITY asked (session_id, user_id, n)
  JOIN sessions s ON s.id = asked.session_id AND s.user_id = asked.user_id
  JOIN users u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > $3`;

type Row<R extends unknown[]> = [n: number, id: number, name: string, ...read: R];

export function createSessions(deps: { db: Db; run: RunStatement; clock: Clock; tokens: Tokens }): Sessions {
  const { db, run, clock, tokens } = deps;

  /** Reads these sessions, each null that is not live. Their claims are well formed, so they may stand in an array's text. */
  const readSessions = async <R extends unknown[]>(
    text: string,
    claims: SessionClaims[],
  ): Promise<((Member & { read: R }) | null)[]> => {
    const { rows } = await run<Row<R>>({
      text,
      values: [
        `{${claims.map(({ sessionId }) => sessionId).join()}}`,
        `{${claims.map(({ userId }) => userId).join()}}`,
        new Date(clock.nowMs()).toISOString(),
      ],
      rowMode: 'array',
    });
    const members: ((Member & { read: R }) | null)[] = claims.map(() => null);
    for (const [n, id, name, ...read] of rows)
      members[n - 1] = { id, name, sessionId: (claims[n - 1] as SessionClaims).sessionId, read };
    return members;
  };

  const createReader = <R extends unknown[]>(columns: string) => {
    const text = liveSessions(columns);
    const read = createGather({
      lanes: STATEMENTS_AT_ONCE,
      keysMax: SESSIONS_AT_ONCE_MAX,
      read: (claims: SessionClaims[]) => readSessions<R>(text, claims),
    });
    return async (claims: SessionClaims): Promise<Result<Member & { read: R }>> => {
      const member = await read(claims);
      return member === null ? fail('UNAUTHORIZED') : ok(member);
    };
  };

  const live = createReader<[]>('');

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
    authenticateReading<R extends unknown[]>(columns: string) {
      const read = createReader<R>(columns);
      return async (token) => {
        const claims = tokens.read(token);
        return claims.ok ? read(claims.value) : claims;
      };
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
