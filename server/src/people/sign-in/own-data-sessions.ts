import { randomUUID } from 'node:crypto';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';

/** Other tokens are JWTs, which never begin like this. */
const PREFIX = 'own-data.';

/** Sessions of suspended members, whose tokens work only for the calls about their own data. */
export interface OwnDataSessions {
  /** Begins a session and returns its token. */
  begin(trx: Trx, userId: number): Promise<string>;
  isToken(token: string): boolean;
  /** UNAUTHORIZED once the session has expired, the suspension is over, or the account is about to be deleted. */
  authenticate(token: string): Promise<Result<Member>>;
}

export function createOwnDataSessions({ db, clock }: { db: Db; clock: Clock }): OwnDataSessions {
  return {
    async begin(trx, userId) {
      const token = PREFIX + randomToken();
      const created_at = clock.now();
      const expires_at = new Date(created_at.getTime() + peopleServerLimits.ownDataSessionMs);
      const session = { id: randomUUID(), token_hash: tokenHash(token), user_id: userId, created_at, expires_at };
      await trx.insertInto('suspended_sessions').values(session).execute();
      return token;
    },
    isToken: (token) => token.startsWith(PREFIX),
    async authenticate(token) {
      const found = await db
        .selectFrom('suspended_sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select(['u.id', 'u.name', 's.id as sessionId'])
        .where('s.token_hash', '=', tokenHash(token))
        .where('s.expires_at', '>', clock.now())
        .where('u.suspended_at', 'is not', null)
        .where('u.deleted_at', 'is', null)
        .executeTakeFirst();
      return found ? ok(found) : fail('UNAUTHORIZED');
    },
  };
}

/** Ends all own-data sessions of a member, in the transaction that ends their other sessions. */
export const endOwnDataSessions = (trx: Trx, userId: number) =>
  trx.deleteFrom('suspended_sessions').where('user_id', '=', userId).execute();
