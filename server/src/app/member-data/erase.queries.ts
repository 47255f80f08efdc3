import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

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

/** What is kept for the member alone, by the column that names them. Push subscriptions and what they were told go with the sessions. */
export const ownTables = {
  identities: 'user_id',
  email_links: 'user_id',
  password_resets: 'user_id',
  oauth_codes: 'user_id',
  linking_flows: 'user_id',
  devices: 'user_id',
  push_subscriptions: 'user_id',
  sessions: 'user_id',
  notifications: 'user_id',
  activities: 'user_id',
  unread_mails: 'user_id',
  notification_choices: 'user_id',
  muted_members: 'user_id',
  muted_projects: 'user_id',
  followed_skills: 'user_id',
  skill_followers: 'user_id',
  message_acts: 'user_id',
  search_members: 'user_id',
  saved_messages: 'user_id',
  saved_versions: 'user_id',
  // Whom they blocked is theirs; that another one blocked them is that one's.
  blocks: 'blocker_id',
  moderators: 'user_id',
} as const;
export type OwnTable = keyof typeof ownTables;

/** Deletes up to so many rows of a member's; answers how many. */
export async function deleteOwn(db: Db, table: OwnTable, userId: number, max: number): Promise<number> {
  const [rows, column] = [sql.table(table), sql.ref(ownTables[table])];
  const { numAffectedRows } = await sql`
    DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${rows} WHERE ${column} = ${userId} LIMIT ${max}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
