import { randomUUID } from 'node:crypto';
import type { Remembered } from '@sangam/shared/people/auth';
import { peopleLimits, peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db, Trx } from '../../platform/db/database.js';
import type { RunStatement } from '../../platform/db/statements.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Authenticate, Member, SessionChecks } from '../../platform/lib/member.js';
import { fail, mapResult, ok, type Result } from '../../platform/lib/result.js';
import { createLiveSessions, type SessionUse } from './live-sessions.js';
import { endOwnDataSessions, type OwnDataSessions } from './own-data-sessions.js';
import type { SessionOrigin } from './session-origin.js';
import * as queries from './sessions.queries.js';
import type { SessionClaims, Tokens } from './tokens.js';

export interface Sessions extends SessionChecks {
  /** Begins a session and returns its token. */
  begin(db: Db | Trx, userId: number, session: SessionOrigin & { lastsMs: number }): Promise<string>;
  /** Like `authenticate`, but gets a database connection before members' reads: for messages. */
  authenticateAhead: Authenticate;
  /**
   * Like `authenticate`, and reads `columns` in the same statement: `s` is the session, `u` the member. Call it once per set of
   * columns, since each returned function combines its simultaneous calls into one statement.
   */
  authenticateReading<R extends unknown[]>(columns: string): Authenticate<Member & { read: R }>;
  /** Live sessions, the last used first. */
  ofMember(userId: number): Promise<queries.ListedSession[]>;
  /**
   * Makes a live session a remembered one, which lasts 30 days after its last use, and at most 180 days after sign-in. Returns a token for
   * all of that time; UNAUTHORIZED if the session has ended.
   */
  remember(db: Db | Trx, member: Pick<Member, 'id' | 'sessionId'>): Promise<Result<Remembered>>;
  end(sessionId: string): Promise<void>;
  /** Ends one of a member's live sessions; false if it is none of theirs. */
  endOwn(trx: Trx, userId: number, sessionId: string): Promise<boolean>;
  /** Ends a member's other sessions; returns their ids, to be published as `sessions:ended`. */
  endOthers(trx: Trx, userId: number, keptId: string): Promise<string[]>;
  /** Ends all of a member's sessions; returns the ids of those that may have sockets, to be published as `sessions:ended`. */
  endAll(trx: Trx, userId: number): Promise<string[]>;
}

/** The lengths of sessions are limits of `people`; `service.ts` chooses one, and `live-sessions.ts` renews by use. */
export function createSessions(deps: {
  db: Db;
  run: RunStatement;
  urgentRun: RunStatement;
  clock: Clock;
  tokens: Tokens;
  sessionUse: Pick<SessionUse, 'note'>;
  ownDataSessions: OwnDataSessions;
}): Sessions {
  const { db, run, urgentRun, clock, tokens, sessionUse, ownDataSessions } = deps;
  const refusedSessions = createRefusedSessions();
  const readersBy = (run: RunStatement) => {
    const liveReaderOf = createLiveSessions({ run, clock, sessionUse });
    return <R extends unknown[]>(columns: string) => {
      const read = liveReaderOf<R>(columns);
      return async (claims: SessionClaims) => {
        const member = await read(claims);
        refusedSessions.note(claims.sessionId, !member.ok);
        return member;
      };
    };
  };
  const readerOf = readersBy(run);
  const live = readerOf<[]>('');

  const authenticateBy =
    <M extends Member>(read: (claims: SessionClaims) => Promise<Result<M>>): Authenticate<M> =>
    async (token) => {
      const claims = tokens.read(token);
      return claims.ok ? read(claims.value) : claims;
    };
  const authenticate = authenticateBy<Member>(live);

  return {
    async begin(handle, userId, { lastsMs, device, network }) {
      const sessionId = randomUUID();
      const expiresAtMs = clock.nowMs() + lastsMs;
      await queries.insertSession(handle, {
        id: sessionId,
        user_id: userId,
        device,
        network,
        expires_at: new Date(expiresAtMs),
        remembered: lastsMs === peopleLimits.rememberedSessionMs,
      });
      return tokens.sign({ userId, sessionId, expiresAtMs });
    },
    async remember(handle, { id, sessionId }) {
      const nowMs = clock.nowMs();
      const session = await queries.lockLive(handle, sessionId, new Date(nowMs));
      if (!session) return fail('UNAUTHORIZED');
      const lastMs = session.created_at.getTime() + peopleServerLimits.longestSessionMs;
      const endsAtMs = Math.min(lastMs, nowMs + peopleLimits.rememberedSessionMs);
      const expires_at = new Date(Math.max(endsAtMs, session.expires_at.getTime()));
      await queries.rememberSession(handle, sessionId, expires_at);
      const token = tokens.sign({ userId: id, sessionId, expiresAtMs: Math.max(lastMs, expires_at.getTime()) });
      return ok({ token, ends_at: expires_at.toISOString() });
    },
    signedFor(token) {
      const claims = tokens.read(token);
      return claims.ok && !refusedSessions.has(claims.value.sessionId) ? claims.value.userId : null;
    },
    authenticate,
    authenticateOwner: (token) =>
      ownDataSessions.isToken(token) ? ownDataSessions.authenticate(token) : authenticate(token),
    authenticateAhead: authenticateBy(readersBy(urgentRun)<[]>('')),
    authenticateReading: <R extends unknown[]>(columns: string) => authenticateBy(readerOf<R>(columns)),
    async open(token) {
      const claims = tokens.read(token);
      if (!claims.ok) return claims;
      return mapResult(await live(claims.value), (member) => ({ ...member, expiresAtMs: claims.value.expiresAtMs }));
    },
    async stillLive(sessionIds) {
      if (sessionIds.length === 0) return new Map();
      const rows = await queries.listMembersOfLive(db, sessionIds, clock.now());
      return new Map(rows.map((row) => [row.id, row.name]));
    },
    end: (sessionId) => queries.endSession(db, sessionId, clock.now()),
    ofMember: (userId) => queries.listLive(db, userId, clock.now()),
    async endOwn(trx, userId, sessionId) {
      return (await queries.endSessionsOf(trx, userId, clock.now(), { onlyId: sessionId })).length > 0;
    },
    endOthers: (trx, userId, keptId) => queries.endSessionsOf(trx, userId, clock.now(), { exceptId: keptId }),
    async endAll(trx, userId) {
      await endOwnDataSessions(trx, userId);
      return queries.endSessionsOf(trx, userId, clock.now());
    },
  };
}

/** The most refused sessions that a server remembers. */
const REFUSED_MAX = 10_000;

/**
 * The sessions whose tokens were refused most recently. Their calls don't count against the member's limits, which they could otherwise use
 * up.
 */
function createRefusedSessions() {
  const ids = new Set<string>();
  return {
    has: (sessionId: string) => ids.has(sessionId),
    note(sessionId: string, isRefused: boolean) {
      ids.delete(sessionId);
      if (!isRefused) return;
      for (const oldest of ids) {
        if (ids.size < REFUSED_MAX) break;
        ids.delete(oldest);
      }
      ids.add(sessionId);
    },
  };
}
