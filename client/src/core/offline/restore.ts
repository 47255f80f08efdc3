import type { User } from '@sangam/shared/people/users';
import { showThreads } from '../../chat/state/thread/cached-threads';
import { nowMs } from '../../lib/clock';
import type { KeptSession } from '../session/session';
import { readTokenClaims } from '../session/token-claims';
import { deleteKept } from './cache-name';
import { ME, withKept } from './database';
import { showParts } from './parts';

/** What this browser kept of the member whose session this token is; null when that is nothing, or the session is over. */
export async function readKept(token: string): Promise<KeptSession | null> {
  const claims = readTokenClaims(token);
  if (claims === null) return null;
  if (claims.expiresAtMs <= nowMs()) {
    deleteKept();
    return null;
  }
  const member = claims.userId;
  const rows = await withKept('readonly', async (kept) => ({
    parts: await kept.parts.of(member),
    threads: await kept.threads.of(member),
  }));
  const isTheirs = (row: { member: number }): boolean => row.member === member;
  const parts = new Map(rows?.parts.filter(isTheirs).map(({ name, data }) => [name, data]));
  const user = parts.get(ME) as User | undefined;
  if (rows === null || user?.id !== member) return null;
  return {
    user,
    show: () => {
      showParts(parts);
      showThreads(rows.threads.filter(isTheirs));
    },
  };
}
