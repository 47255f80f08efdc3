import { accountMessages } from '@sangam/shared/people/account-forms';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { invalid, ok, type Result } from '../../platform/lib/result.js';
import { findPasswordHash } from '../profile/queries.js';
import type { Passwords } from '../sign-in/passwords.js';
import { findSessionBegin } from './queries.js';

/** What was proved: the stored password, or null for who has none. A transaction checks that it is still so. */
type Proof = { passwordHash: string | null };

/** Has a signed-in member prove once more who they are, before what cannot be taken back. */
export type Prove = (member: Member, password: string) => Promise<Result<Proof>>;

/** By the password; by a sign-in a moment ago for who has none. INVALID on `current_password`, BUSY. */
export const createProve = (deps: { db: Db; clock: Clock; passwords: Passwords }): Prove => {
  const { db, clock, passwords } = deps;
  const refused = (message: string) => invalid([{ field: 'current_password', message }]);
  return async ({ id, sessionId }, password) => {
    const passwordHash = await findPasswordHash(db, id);
    if (passwordHash === null) {
      const begunAt = await findSessionBegin(db, sessionId);
      const isRecent = begunAt !== null && clock.nowMs() - begunAt.getTime() < peopleServerLimits.recentSignInMs;
      return isRecent ? ok({ passwordHash }) : refused(accountMessages.signInAgain);
    }
    const matches = await passwords.matches(passwordHash, password.trim());
    if (!matches.ok) return matches;
    return matches.value ? ok({ passwordHash }) : refused(accountMessages.wrongPassword);
  };
};
