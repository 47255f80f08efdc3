import { createHash } from 'node:crypto';
import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { RefreshAnswer } from '@sangam/shared/app/refresh';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { Sessions } from '../../people/sign-in/sessions.js';
import type { Authenticate, Member } from '../../platform/lib/member.js';
import type { RefreshParts } from '../../platform/module.js';

type Query = CallQuery<'GET /api/refresh'>;
type Answer = CallAnswer<'GET /api/refresh'>['data'];

/** The member, and the versions of their lists when the session was checked, in the order of `versions`. */
type RefreshingMember = Member & { read: number[] };

export interface RefreshService {
  /** Checks the session and reads the versions in one statement, which is all that most refreshes need. */
  authenticate: Authenticate<RefreshingMember>;
  /** Returns the parts that have changed since the client's versions. */
  refresh(member: RefreshingMember, query: Query): Promise<Answer>;
}

/** Part of each version, so that a client with an answer of another shape gets everything again. */
const SHAPE = createHash('sha256').update(JSON.stringify(RefreshAnswer)).digest('base64url').slice(0, 8);

export function createRefreshService({
  sessions,
  parts,
}: {
  sessions: Pick<Sessions, 'authenticateReading'>;
  parts: RefreshParts;
}): RefreshService {
  const versions = [...new Set(Object.values(parts).map(({ version }) => version))];

  return {
    authenticate: sessions.authenticateReading<number[]>(versions.join(', ')),
    // Versions are read before the lists: a change in between is answered twice, never missed.
    async refresh({ id, read }, query) {
      const versionOf = (part: keyof RefreshParts): number => read[versions.indexOf(parts[part].version)] ?? 0;
      const answer: Answer = { inbox_version: versionOf('inbox') };

      const limits: Partial<Record<string, unknown>> = query;
      const fill = async (part: keyof RefreshParts): Promise<void> => {
        const counted = versionOf(part);
        const { initial, read: readPart } = parts[part];
        // Data that carries its own count needs no second version.
        const countsItself = 'version' in initial;
        const version = `${SHAPE}.${id}.${counted}`;
        if (query[part] === (countsItself ? counted : version)) return;
        const limit = limits[`${part}_limit`];
        const data = counted === 0 ? initial : await readPart(id, typeof limit === 'number' ? { limit } : {});
        Object.assign(answer, { [part]: countsItself ? data : { version, data } });
      };

      await Promise.all(keysOf(parts).map(fill));
      return answer;
    },
  };
}
