import { createHash } from 'node:crypto';
import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { RefreshAnswer } from '@sangam/shared/app/refresh';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { Sessions } from '../../people/sign-in/sessions.js';
import type { Authenticate, Member } from '../../platform/lib/member.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { RefreshParts } from '../../platform/module.js';
import { createRefreshTurns } from './turns.js';

type Query = CallQuery<'GET /api/refresh'>;
type Answer = CallAnswer<'GET /api/refresh'>['data'];

/** The member, and the versions of their lists as read with the session, in the order of `versions`. */
type RefreshingMember = Member & { read: number[] };

export interface RefreshService {
  /** Checks the session and reads the versions in one statement, which is all that most refreshes need. */
  authenticate: Authenticate<RefreshingMember>;
  /**
   * Returns the parts that have changed since the client's versions. BUSY if too many members have changes to read, or if `abortSignal`
   * aborts while it waits.
   */
  refresh(member: RefreshingMember, query: Query, abortSignal: AbortSignal): Promise<Result<Answer>>;
  /** Refuses the refreshes that wait for a turn, and all later ones that would need a turn. */
  refuseWaiting(): void;
}

/** Part of each version, so that a client whose data has another shape gets everything again. */
const SHAPE = createHash('sha256').update(JSON.stringify(RefreshAnswer)).digest('base64url').slice(0, 8);

/**
 * How many members' changed parts are read at the same time, in several statements each. After a restart all members refresh at once, and
 * without this limit they would take every connection from other reads.
 */
const READING_AT_ONCE = 2;
/** Less than the time that a client waits for an answer. */
const READING_WITHIN_MS = 20_000;

export function createRefreshService({
  sessions,
  parts,
}: {
  sessions: Pick<Sessions, 'authenticateReading'>;
  parts: RefreshParts;
}): RefreshService {
  const turns = createRefreshTurns({ atOnce: READING_AT_ONCE, withinMs: READING_WITHIN_MS });
  const versions = [...new Set(Object.values(parts).map(({ version }) => version))];
  const countOf = (part: keyof RefreshParts, read: number[]): number =>
    read[versions.indexOf(parts[part].version)] ?? 0;
  /** Data that contains its own count needs no second version. */
  const countsItself = (part: keyof RefreshParts): boolean => 'version' in parts[part].initial;
  const versionOf = (part: keyof RefreshParts, memberId: number, read: number[]): number | string =>
    countsItself(part) ? countOf(part, read) : `${SHAPE}.${memberId}.${countOf(part, read)}`;

  return {
    authenticate: sessions.authenticateReading<number[]>(versions.join(', ')),
    // Versions are read before the lists: a change in between is returned twice, never missed.
    async refresh({ id, read }, query, abortSignal) {
      const answer: Answer = { inbox_version: countOf('inbox', read) };
      const limits: Partial<Record<string, unknown>> = query;
      const changed = keysOf(parts).filter((part) => query[part] !== versionOf(part, id, read));

      /** A member's waiting tabs share one read of a part, since all of them read its version earlier. */
      const dataOf = (part: keyof RefreshParts, shared: Map<string, Promise<unknown>>): unknown => {
        const { initial, read: readPart } = parts[part];
        if (countOf(part, read) === 0) return initial;
        const limit = limits[`${part}_limit`];
        const key = `${part} ${limit}`;
        const reading = shared.get(key) ?? readPart(id, typeof limit === 'number' ? { limit } : {});
        shared.set(key, reading);
        return reading;
      };
      const fillAll = async (shared: Map<string, Promise<unknown>>) => {
        const fill = async (part: keyof RefreshParts): Promise<void> => {
          const data = await dataOf(part, shared);
          Object.assign(answer, { [part]: countsItself(part) ? data : { version: versionOf(part, id, read), data } });
        };
        await Promise.all(changed.map(fill));
        return answer;
      };

      return changed.every((part) => countOf(part, read) === 0)
        ? ok(await fillAll(new Map()))
        : turns.take(id, fillAll, abortSignal);
    },
    refuseWaiting: turns.end,
  };
}
