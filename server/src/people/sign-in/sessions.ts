import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { RunStatement } from '../../platform/db/connections.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Authenticate, Member, SessionChecks } from '../../platform/lib/member.js';
import { ok } from '../../platform/lib/result.js';
import { createLiveSessions } from './live-sessions.js';
import type { SessionOrigin } from './origin.js';
import type { SessionUse } from './session-use.js';
import type { Tokens } from './tokens.js';

/** A live session, as its member's list of devices needs it. */
interface LiveSession {
  id: string;
  device: string | null;
  network: string | null;
  created_at: Date;
  used_at: Date | null;
}

export interface Sessions extends SessionChecks {
  /** Begins a session that lasts this long and answers its token. */
  begin(db: Db | Trx, userId: number, begun: SessionOrigin & { lastsMs: number }): Promise<string>;
  /**
   * As `authenticate`, with what `columns` read of the member in the same statement: `s` is the session, `u` the member. They are read
   * at the moment at which the session is live. To be called once for the same columns: what is asked at once is one statement.
   */
  authenticateReading<R extends unknown[]>(columns: string): Authenticate<Member & { read: R }>;
  /** Those that are live, the one used last first. */
  ofMember(userId: number): Promise<LiveSession[]>;
  end(sessionId: string): Promise<void>;
  /** Ends one of a member's live sessions; false when they have no such one. */
  endOwn(trx: Trx, userId: number, sessionId: string): Promise<boolean>;
  /** Ends a member's sessions but this one; answers the ids, to be published as `sessions:ended`. */
  endOthers(trx: Trx, userId: number, keptId: string): Promise<string[]>;
  /** Ends every session of a member; answers the ids, to be published as `sessions:ended`. */
  endAll(trx: Trx, userId: number): Promise<string[]>;
}

/** Nobody reads further; all others end together. */
const SESSIONS_LISTED_MAX = 100;

export function createSessions(deps: {
  db: Db;
  run: RunStatement;
  clock: Clock;
  tokens: Tokens;
  use: Pick<SessionUse, 'note'>;
}): Sessions {
  const { db, run, clock, tokens, use } = deps;

  const readerOf = createLiveSessions({ run, clock, use });
  const live = readerOf<[]>('');

  const endLive = (handle: Trx, userId: number) =>
    handle
      .updateTable('sessions')
      .set({ ended_at: new Date(clock.nowMs()) })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning('id');

  return {
    async begin(handle, userId, { lastsMs, device, network }) {
      const sessionId = randomUUID();
      const expiresAtMs = clock.nowMs() + lastsMs;
      await handle
        .insertInto('sessions')
        .values({
          id: sessionId,
          user_id: userId,
          expires_at: new Date(expiresAtMs),
          ended_at: null,
          used_at: null,
          device,
          network,
        })
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
      const read = readerOf<R>(columns);
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
    ofMember: (userId) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(clock.nowMs()))
        .select(['id', 'device', 'network', 'created_at', 'used_at'])
        .orderBy(sql`coalesce(used_at, created_at)`, 'desc')
        .orderBy('id')
        .limit(SESSIONS_LISTED_MAX)
        .execute(),
    async endOwn(trx, userId, sessionId) {
      const ended = await endLive(trx, userId).where('id', '=', sessionId).executeTakeFirst();
      return ended !== undefined;
    },
    async endOthers(trx, userId, keptId) {
      const rows = await endLive(trx, userId).where('id', '<>', keptId).execute();
      return rows.map((row) => row.id);
    },
    async endAll(trx, userId) {
      const rows = await endLive(trx, userId).execute();
      return rows.map((row) => row.id);
    },
  };
}
