import type { MemberCard } from '@sangam/shared/people/users';
import { sql } from 'kysely';
import { mayBeFound } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';

/** Those of these members whom a reader may see: oneself, and whom a search by name finds. */
export async function findCards(db: Db, readerId: number, ids: readonly number[]): Promise<MemberCard[]> {
  const me = sql<number>`${readerId}::int8`;
  const { rows } = await sql<MemberCard>`
    SELECT u.id, u.name, u.college, u.skills FROM users u
    WHERE u.id = ANY(${ids}::int8[]) AND (u.id = ${me} OR ${mayBeFound(me, sql.ref('u.id'))})
    ORDER BY u.id`.execute(db);
  return rows;
}
