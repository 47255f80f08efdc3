import { type RawBuilder, sql } from 'kysely';
import { areTeammates, asMember, hasPageForEach } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';

/**
 * Selects the `id` of members who may have this member's name on an open page. Each subject that lists members contributes a selection; it
 * needs no condition on blocks and pages.
 */
export type SelectContacts = (member: RawBuilder<number>) => RawBuilder<unknown>;

/** The most contacts to notify; others get a change with their next refresh. */
const CONTACTS_MAX = 10_000;

/** The members who may have this member's name on an open page, each once. */
export async function findContacts(
  db: Db,
  userId: number,
  contactSelections: readonly SelectContacts[],
): Promise<number[]> {
  const lists = contactSelections.map((select) => sql`(${select(asMember(userId))})`);
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT contact.id FROM (${sql.join(lists, sql` UNION ALL `)}) AS contact (id)
    WHERE contact.id <> ${userId} LIMIT ${CONTACTS_MAX}`.execute(db);
  return rows.map((row) => row.id);
}

/** A viewer of a changed profile: whether the member has a page for them, and is named to them. */
interface ProfileViewer {
  id: number;
  has_page: boolean;
  name: string;
}

/**
 * Returns those of the viewers for whom the member has a page, which shows the picture, or who share a team with the member, which shows
 * the name even across a block.
 */
export async function findProfileViewers(
  db: Db,
  userId: number,
  viewerIds: readonly number[],
  at: Date,
): Promise<ProfileViewer[]> {
  const viewer = sql.ref<number>('viewer.id');
  const { rows } = await sql<ProfileViewer>`
    SELECT seen.id, seen.has_page, u.name FROM users u, (
      SELECT viewer.id, ${hasPageForEach(viewer, asMember(userId), at)} AS has_page, ${areTeammates(viewer, asMember(userId))} AS is_teammate
      FROM unnest(${viewerIds}::int8[]) AS viewer (id) OFFSET 0) AS seen
    WHERE u.id = ${userId} AND (seen.has_page OR seen.is_teammate)`.execute(db);
  return rows;
}
