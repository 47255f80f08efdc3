import { FORMER_MEMBER } from '@sangam/shared/rules/former-member';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.js';

/** Nobody signs in to the account any more, and its address is free for a new one. */
export const forgetWho = (trx: Trx, userId: number) =>
  trx
    .updateTable('users')
    .set({
      name: FORMER_MEMBER,
      // No address, so nobody can sign up with it.
      email: `former-${userId}`,
      ...{
        password_hash: null,
        email_verified_at: null,
        college: '',
        skills: [],
        github_link: null,
        last_active: null,
      },
    })
    .where('id', '=', userId)
    .execute();

/** What is kept for the member alone. Push subscriptions and what they were told go with the sessions. */
export const ownTables = [
  ...[
    'identities',
    'email_links',
    'password_resets',
    'oauth_codes',
    'linking_flows',
    'devices',
    'push_subscriptions',
    'sessions',
  ],
  ...['notifications', 'activities', 'unread_mails', 'notification_choices', 'muted_members', 'muted_projects'],
  ...['followed_skills', 'skill_followers', 'message_acts', 'search_members'],
] as const;

/** Deletes up to so many rows of a member's; answers how many. */
export async function deleteOwn(
  db: Db,
  table: (typeof ownTables)[number],
  userId: number,
  max: number,
): Promise<number> {
  const rows = sql.table(table);
  const { numAffectedRows } = await sql`
    DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${rows} WHERE user_id = ${userId} LIMIT ${max}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
