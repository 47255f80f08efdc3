import type { Db, Trx } from '../../platform/db/database.js';

/** The accounts at providers that a member signs in with. */
export const identitiesOf = (trx: Db | Trx, userId: number) =>
  trx.selectFrom('identities').select(['provider', 'subject']).where('user_id', '=', userId).execute();

/** Ends the member's sign-in through all providers. */
export const unlinkAll = (trx: Trx, userId: number) =>
  trx.deleteFrom('identities').where('user_id', '=', userId).execute();

/** Drops the one-time codes of sign-ins through providers that are under way. */
export const dropCodes = (trx: Trx, userId: number) =>
  trx.deleteFrom('oauth_codes').where('user_id', '=', userId).execute();
