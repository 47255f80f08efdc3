import { accountMessages } from '@sangam/shared/people/account-messages';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver, untilAfter } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { lockUser } from '../profile/queries.js';
import { findPasswordHash } from '../users/credentials.queries.js';
import type { Passwords } from './password-hashes.js';
import { findSessionBegin } from './sessions.queries.js';

/** The stored hash at the time of the check; null for an account without a password. The transaction compares it again. */
type Proof = { passwordHash: string | null };

/** Authenticates a signed-in member again before an irreversible action. */
export type Prove = (member: Member, password: string) => Promise<Result<Proof>>;

/** Checks the password, or for an account without one, that the sign-in is recent. INVALID on `current_password`, BUSY. */
export const createProve = (deps: { db: Db; clock: Clock; passwords: Passwords }): Prove => {
  const { db, clock, passwords } = deps;
  return async ({ id, sessionId }, password) => {
    const passwordHash = await findPasswordHash(db, id);
    if (passwordHash === null) {
      const begunAt = await findSessionBegin(db, sessionId);
      const recentUntil = begunAt && untilAfter(begunAt, peopleServerLimits.recentSignInMs);
      return recentUntil !== null && !isOver(recentUntil, clock.nowMs())
        ? ok({ passwordHash })
        : refuseProof(accountMessages.signInAgain);
    }
    const matches = await passwords.matches(passwordHash, password.trim());
    if (!matches.ok) return matches;
    return matches.value ? ok({ passwordHash }) : refuseProof(accountMessages.wrongPassword);
  };
};

/** Locks the member's row. INVALID if the password has changed since the proof, UNAUTHORIZED for a member who doesn't exist. */
export async function lockProved(trx: Trx, id: number, { passwordHash }: Proof): Promise<Fail | null> {
  if (!(await lockUser(trx, id))) return fail('UNAUTHORIZED');
  const isUnchanged = (await findPasswordHash(trx, id)) === passwordHash;
  return isUnchanged ? null : refuseProof(accountMessages.wrongPassword);
}

/** INVALID on the field of the current password. */
export const refuseProof = (message: string): Fail => invalid([{ field: 'current_password', message }]);
