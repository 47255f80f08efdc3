import { peopleLimits, peopleServerLimits } from '@sangam/shared/people/limits';
import type { Logger } from 'pino';
import type { RunStatement } from '../../platform/db/statements.js';
import type { Clock } from '../../platform/lib/clock.js';
import { createGather } from '../../platform/lib/gather.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { repeat } from '../../platform/lib/timers.js';
import type { SessionClaims } from './tokens.js';

export interface SessionUse {
  /** Notes that a session is in use; called when its last stored use is over an hour old. */
  note(sessionId: string): void;
  start(): void;
  /** Resolves once every noted use is stored. */
  stop(): Promise<void>;
}

const { rememberedSessionMs } = peopleLimits;
const { longestSessionMs } = peopleServerLimits;

/** How often a session's use is stored at most. */
const USE_STORED_EVERY = '1 hour';
/** The most sessions in one batch; others are noted at their next use. */
const SESSIONS_NOTED_MAX = 10_000;

/** Stores the use of all sessions in one statement every `everyMs`, instead of one per call, and renews remembered ones. */
export function createSessionUse(deps: { run: RunStatement; clock: Clock; log: Logger; everyMs: number }): SessionUse {
  const { run, clock, log, everyMs } = deps;
  /** When each session was last in use. */
  let lastUses = new Map<string, string>();
  let stopStoring = () => Promise.resolve();

  const store = async () => {
    if (lastUses.size === 0) return;
    const uses = lastUses;
    lastUses = new Map();
    await run({
      text: `UPDATE sessions SET used_at = use.at, expires_at = CASE WHEN remembered
          THEN greatest(expires_at, least(created_at + $3 * interval '1 ms', use.at + $4 * interval '1 ms'))
          ELSE expires_at END
        FROM unnest($1::uuid[], $2::timestamptz[]) AS use (session_id, at)
        WHERE id = use.session_id`,
      values: [`{${[...uses.keys()].join()}}`, `{${[...uses.values()].join()}}`, longestSessionMs, rememberedSessionMs],
      rowMode: 'array',
    });
  };
  // A use that couldn't be stored is noted again at the next call.
  const onError = (error: unknown) => log.warn({ err: error }, 'the use of sessions could not be stored');

  return {
    note(sessionId) {
      if (lastUses.size < SESSIONS_NOTED_MAX || lastUses.has(sessionId))
        lastUses.set(sessionId, clock.now().toISOString());
    },
    start() {
      stopStoring = repeat(store, { intervalMs: everyMs, onError });
    },
    async stop() {
      await stopStoring();
      await store().catch(onError);
    },
  };
}

/** While this many run, other checks wait and form the next statement. */
const STATEMENTS_AT_ONCE = 2;
const SESSIONS_AT_ONCE_MAX = 100;
/** One session is read by its key, which takes a sixth less of PostgreSQL's CPU. */
const ONE_SESSION = '(SELECT $1::uuid, $2::bigint, 1)';
/** Hides the array's length from the planner, which would otherwise plan again for each number of sessions. */
const SEVERAL_SESSIONS = 'unnest((SELECT $1::uuid[]), (SELECT $2::bigint[])) WITH ORDINALITY';
/** Runs on every call, so it bypasses Kysely. */
const liveSessions = (source: typeof ONE_SESSION | typeof SEVERAL_SESSIONS, columns: string): string => `
  SELECT asked.n, u.id, u.name, s.used_at IS NULL OR s.used_at < $3::timestamptz - interval '${USE_STORED_EVERY}'${columns && `, ${columns}`}
  FROM ${source} asked (session_id, user_id, n)
  JOIN sessions s ON s.id = asked.session_id AND s.user_id = asked.user_id
  JOIN users u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > $3`;

type Row<R extends unknown[]> = [n: number, id: number, name: string, isUseOld: boolean, ...read: R];

/**
 * Reads live sessions with their members; UNAUTHORIZED for a session that has ended. The returned function makes a reader for
 * `columns`, which combines simultaneous checks into one statement.
 */
export function createLiveSessions(deps: { run: RunStatement; clock: Clock; sessionUse: Pick<SessionUse, 'note'> }) {
  const { run, clock, sessionUse } = deps;

  /** Null for each session that isn't live. The claims are well formed, so their ids are safe in the text of an array. */
  const readSessions = async <R extends unknown[]>(
    text: Record<'one' | 'several', string>,
    claims: SessionClaims[],
  ): Promise<((Member & { read: R }) | null)[]> => {
    const sessionIds = claims.map(({ sessionId }) => sessionId).join();
    const userIds = claims.map(({ userId }) => userId).join();
    const now = clock.now().toISOString();
    const { rows } = await run<Row<R>>({
      ...(claims.length === 1
        ? { text: text.one, values: [sessionIds, userIds, now] }
        : { text: text.several, values: [`{${sessionIds}}`, `{${userIds}}`, now] }),
      rowMode: 'array',
    });
    const members: ((Member & { read: R }) | null)[] = claims.map(() => null);
    for (const [n, id, name, isUseOld, ...read] of rows) {
      const sessionId = claims[n - 1]?.sessionId;
      if (sessionId === undefined) continue;
      if (isUseOld) sessionUse.note(sessionId);
      members[n - 1] = { id, name, sessionId, read };
    }
    return members;
  };

  return <R extends unknown[]>(columns: string) => {
    const text = { one: liveSessions(ONE_SESSION, columns), several: liveSessions(SEVERAL_SESSIONS, columns) };
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
