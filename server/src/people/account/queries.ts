import type { SignInProvider } from '@sangam/shared/people/account';
import type { Db } from '../../platform/db/database.js';

/** A member's address, password and linked providers; undefined if the member doesn't exist. */
export async function findSignInWays(
  db: Db,
  userId: number,
): Promise<
  | {
      email: string;
      email_verified: boolean;
      has_password: boolean;
      /** By name; `at` is the time of linking. */
      linked: { provider: SignInProvider; at: Date }[];
    }
  | undefined
> {
  const [user, identities] = await Promise.all([
    db
      .selectFrom('users')
      .select(['email', 'email_verified_at', 'verification_asked', 'password_hash'])
      .where('id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('identities')
      .select((row) => ['provider', row.fn.min('created_at').as('at')])
      .where('user_id', '=', userId)
      .groupBy('provider')
      .orderBy('provider')
      .execute(),
  ]);
  return (
    user && {
      email: user.email,
      email_verified: user.email_verified_at !== null || !user.verification_asked,
      has_password: user.password_hash !== null,
      linked: identities.map(({ provider, at }) => ({ provider, at })),
    }
  );
}
