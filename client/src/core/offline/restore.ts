import type { User } from '@sangam/shared/people/users';
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
  const found = await withKept('readonly', async (kept) => ({
    parts: await kept.parts.of(member),
    rows: await Promise.all(kept.rows.map(async ({ kind, stored }) => ({ kind, rows: await stored.of(member) }))),
  }));
  const isTheirs = (row: { member: number }): boolean => row.member === member;
  const parts = new Map(found?.parts.filter(isTheirs).map(({ name, data }) => [name, data]));
  const user = parts.get(ME) as User | undefined;
  if (found === null || user?.id !== member) return null;
  return {
    user,
    show: () => {
      showParts(parts);
      for (const { kind, rows } of found.rows) kind.show(rows.filter(isTheirs));
    },
  };
}
