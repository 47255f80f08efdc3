import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import type { MemberText } from '@sangam/shared/people/users';
import { sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

/** Returns other creators' projects in which the member has a seat. */
export const otherTeams = async (db: Db, userId: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('project_members as m')
      .innerJoin('projects as p', 'p.id', 'm.project_id')
      .select('p.id')
      .where('m.user_id', '=', userId)
      .where('p.creator_id', '<>', userId)
      .orderBy('p.id')
      .execute(),
  );

/** Removes a member's identity: nobody can sign in to the account, and its address is free again. */
export const eraseIdentity = (trx: Trx, userId: number) =>
  trx
    .updateTable('users')
    .set({
      name: FORMER_MEMBER,
      // Not an address, so nobody can sign up with it.
      email: `former-${userId}`,
      password_hash: null,
      email_verified_at: null,
      college: '',
      skills: [],
      github_link: null,
      headline: '',
      about: '',
      looks_for: '',
      takes_roles: [],
      free_from: null,
      links: [],
      shows_time_zone: false,
      listed: null,
      active_on: null,
      last_active: null,
      terms_version: null,
      terms_accepted_at: null,
    } satisfies Record<MemberText, unknown> & Updateable<Tables['users']>)
    .where('id', '=', userId)
    .execute();

/** Removes a member's name from reporters' and moderators' notifications about reports. */
export const eraseFromReportNotifications = (trx: Trx, userId: number) =>
  sql`
    UPDATE notifications n SET title = CASE n.kind WHEN 'report:reviewed' THEN 'A moderator reviewed your report'
      ELSE regexp_replace(n.title, '^.*: ', 'New report to review: ') END
    FROM reports r CROSS JOIN LATERAL (
      SELECT r.reporter_id AS user_id, 'report:' || r.id AS key
      UNION ALL SELECT m.user_id, 'report:received:' || r.id FROM moderators m) AS notified
    WHERE r.member_id = ${userId} AND r.kind <> 'project' AND n.user_id = notified.user_id AND n.key = notified.key
      AND n.kind IN ('report:reviewed', 'report:received')`.execute(trx);

/** Deletes up to `max` of a member's rows; returns their number. */
export async function deleteOwn(
  db: Db,
  { table, column: columnName }: { table: string; column: string },
  userId: number,
  max: number,
): Promise<number> {
  const [rows, column] = [sql.table(table), sql.ref(columnName)];
  const { numAffectedRows } = await sql`
    DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${rows} WHERE ${column} = ${userId} LIMIT ${max}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
