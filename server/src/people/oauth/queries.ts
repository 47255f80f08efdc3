import type { SignInProvider } from '@sangam/shared/people/account';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { spellingConditions } from '../users/spellings.queries.js';

interface BegunFlow {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: string;
}

/** Stores a flow and deletes expired ones. */
export async function putFlow(db: Db, flow: BegunFlow & { expires_at: Date }, now: Date): Promise<void> {
  await db.deleteFrom('oauth_flows').where('expires_at', '<=', now).execute();
  await db.insertInto('oauth_flows').values(flow).execute();
}

/** Deletes this browser's unexpired flow with this provider. */
const deleteFlow = (db: Db, table: 'oauth_flows' | 'linking_flows', flow: BegunFlow, now: Date) =>
  db
    .deleteFrom(table)
    .where('state_hash', '=', flow.state_hash)
    .where('browser_hash', '=', flow.browser_hash)
    .where('provider', '=', flow.provider)
    .where('expires_at', '>', now);

/** Uses up this browser's flow with this provider; undefined if there is none. */
export const takeFlow = (db: Db, flow: BegunFlow, now: Date): Promise<{ provider: string } | undefined> =>
  deleteFlow(db, 'oauth_flows', flow, now).returning('provider').executeTakeFirst();

/** A one-time code in its own browser. */
interface Code {
  code_hash: Buffer;
  browser_hash: Buffer;
}

/**
 * Stores a code for the identity's member; false if the identity is no longer theirs. Its lock makes an unlinking wait, which then finds the
 * code and drops it.
 */
export async function putCode(
  db: Db,
  code: Code & { provider: SignInProvider; subject: string; user_id: number; expires_at: Date },
  now: Date,
): Promise<boolean> {
  await db.deleteFrom('oauth_codes').where('expires_at', '<=', now).execute();
  const { numAffectedRows } = await sql`
    WITH linked AS (
      SELECT user_id FROM identities
      WHERE provider = ${code.provider} AND subject = ${code.subject} AND user_id = ${code.user_id} FOR SHARE)
    INSERT INTO oauth_codes (code_hash, browser_hash, user_id, expires_at)
    SELECT ${code.code_hash}, ${code.browser_hash}, user_id, ${code.expires_at} FROM linked`.execute(db);
  return numAffectedRows === 1n;
}

/** An unexpired code's member; undefined without one. */
export const findCode = (
  db: Db,
  { code_hash, browser_hash }: Code,
  now: Date,
): Promise<{ user_id: number } | undefined> =>
  db
    .selectFrom('oauth_codes')
    .select('user_id')
    .where('code_hash', '=', code_hash)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses up an unexpired code; false if there is none. */
export const takeCode = async (trx: Trx, { code_hash, browser_hash }: Code, now: Date): Promise<boolean> => {
  const taken = await trx
    .deleteFrom('oauth_codes')
    .where('code_hash', '=', code_hash)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
};

/** Sets when a code expires, if there still is one. */
export const renewCode = (db: Db, { code_hash, expires_at }: Code & { expires_at: Date }) =>
  db.updateTable('oauth_codes').set({ expires_at }).where('code_hash', '=', code_hash).execute();

export const findIdentity = (
  db: Db,
  provider: SignInProvider,
  subject: string,
): Promise<{ user_id: number } | undefined> =>
  db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Throws a unique violation if the identity is linked already. */
export const insertIdentity = (trx: Trx, identity: { provider: SignInProvider; subject: string; user_id: number }) =>
  trx.insertInto('identities').values(identity).execute();

/** The address's account, locked against sign-ins and resets until it is linked. */
export const lockAccount = (trx: Trx, email: string) => {
  const { matches, nearest } = spellingConditions('email', email);
  return trx
    .selectFrom('users')
    .select(['id', 'email_verified_at', 'password_unproven'])
    .where(matches)
    .orderBy(nearest)
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
};

/** Removes the password of an account that the address's owner may not have opened, and marks the address as verified. */
export const removeUnprovenPassword = (trx: Trx, id: number, now: Date) =>
  trx
    .updateTable('users')
    .set({ password_hash: null, password_unproven: false, email_verified_at: now })
    .where('id', '=', id)
    .execute();

/** The member who links a provider, and the session in which they began. */
export interface Linker {
  user_id: number;
  session_id: string;
}

type NewLinkingFlow = Linker & BegunFlow & { expires_at: Date };

export const putLinkingFlow = (db: Db, flow: NewLinkingFlow) => db.insertInto('linking_flows').values(flow).execute();

/** Uses up this browser's linking flow with this provider; undefined if there is none. */
export const takeLinkingFlow = (db: Db, flow: BegunFlow, now: Date): Promise<Linker | undefined> =>
  deleteFlow(db, 'linking_flows', flow, now).returning(['user_id', 'session_id']).executeTakeFirst();

/** Whether a session has neither ended nor expired. */
export const isLive = async (trx: Trx, sessionId: string, now: Date): Promise<boolean> => {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return session !== undefined;
};

/** Links an identity; false if it is linked to an account already. */
export const linkIdentity = async (
  trx: Trx,
  identity: { provider: SignInProvider; subject: string; user_id: number },
): Promise<boolean> => {
  const inserted = await trx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
};

export const unlinkProvider = (trx: Trx, userId: number, provider: SignInProvider) =>
  trx.deleteFrom('identities').where('user_id', '=', userId).where('provider', '=', provider).execute();
