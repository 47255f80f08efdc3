import type { RunStatement } from '../../platform/db/connections.js';
import type { Clock } from '../../platform/lib/clock.js';
import { createGather } from '../../platform/lib/gather.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { type SessionUse, USE_STORED_EVERY } from './session-use.js';
import type { SessionClaims } from './tokens.js';

/** Beyond, those that wait form the next statement. */
const STATEMENTS_AT_ONCE = 2;
const SESSIONS_AT_ONCE_MAX = 100;
/** One session is read by its key: a sixth less of PostgreSQL's CPU. */
const ONE = '(SELECT $1::uuid, $2::bigint, 1)';
/** The planner sees no array that it could count, or it would plan anew for each number of sessions. */
const SEVERAL = 'unnest((SELECT $1::uuid[]), (SELECT $2::bigint[])) WITH ORDINALITY';
/** Every call asks this, so it goes past Kysely. */
const liveSessions = (asked: typeof ONE | typeof SEVERAL, columns: string): string => `
  SELECT asked.n, u.id, u.name, s.used_at IS NULL OR s.used_at < $3::timestamptz - interval '${USE_STORED_EVERY}'${columns && `, ${columns}`}
  FROM ${asked} asked (session_id, user_id, n)
  JOIN sessions s ON s.id = asked.session_id AND s.user_id = asked.user_id
  JOIN users u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > $3`;

type Row<R extends unknown[]> = [n: number, id: number, name: string, isUseOld: boolean, ...read: R];

/**
 * Reads live sessions with their member: UNAUTHORIZED for one that is not live. The returned function makes a reader of
 * `columns`, which reads those that are asked for at once together.
 */
export function createLiveSessions(deps: { run: RunStatement; clock: Clock; use: Pick<SessionUse, 'note'> }) {
  const { run, clock, use } = deps;

  /** Reads these sessions, each null that is not live. Their claims are well formed, so they may stand in an array's text. */
  const readSessions = async <R extends unknown[]>(
    text: Record<'one' | 'several', string>,
    claims: SessionClaims[],
  ): Promise<((Member & { read: R }) | null)[]> => {
    const sessionIds = claims.map(({ sessionId }) => sessionId).join();
    const userIds = claims.map(({ userId }) => userId).join();
    const now = new Date(clock.nowMs()).toISOString();
    const { rows } = await run<Row<R>>({
      ...(claims.length === 1
        ? { text: text.one, values: [sessionIds, userIds, now] }
        : { text: text.several, values: [`{${sessionIds}}`, `{${userIds}}`, now] }),
      rowMode: 'array',
    });
    const members: ((Member & { read: R }) | null)[] = claims.map(() => null);
    for (const [n, id, name, isUseOld, ...read] of rows) {
      const { sessionId } = claims[n - 1] as SessionClaims;
      if (isUseOld) use.note(sessionId);
      members[n - 1] = { id, name, sessionId, read };
    }
    return members;
  };

  return <R extends unknown[]>(columns: string) => {
    const text = { one: liveSessions(ONE, columns), several: liveSessions(SEVERAL, columns) };
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
}
