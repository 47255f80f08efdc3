import type { TeamMember } from '@sangam/shared/contract/projects';
import type { Db, Trx } from '../../db/database.js';

/** A project whose row this transaction has locked. */
export interface LockedProject {
  id: number;
  title: string;
  creator_id: number;
  max_members: number;
  member_count: number;
}

/**
 * Locks a project. Whatever changes who stands where with it (asking, deciding, withdrawing, leaving) takes this lock
 * first, so two such changes of one project never cross. It is the weak kind: rows that refer to it may be inserted.
 */
export const lockProject = (trx: Trx, id: number): Promise<LockedProject | undefined> =>
  trx
    .selectFrom('projects')
    .select(['id', 'title', 'creator_id', 'max_members', 'member_count'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Who has a seat, in the order they took it: the creator first. */
export const listTeam = (db: Db, projectId: number): Promise<TeamMember[]> =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name'])
    .where('m.project_id', '=', projectId)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();

export const isInTeam = async (trx: Trx, projectId: number, userId: number): Promise<boolean> => {
  const found = trx.selectFrom('project_members').select('user_id');
  return (
    (await found.where('project_id', '=', projectId).where('user_id', '=', userId).executeTakeFirst()) !== undefined
  );
};

/** Gives the member a seat and answers how many are taken now. `project` is locked and has a seat left. */
export const addToTeam = async (trx: Trx, project: LockedProject, userId: number): Promise<number> => {
  await trx.insertInto('project_members').values({ project_id: project.id, user_id: userId }).execute();
  return changeCount(trx, project.id, 1);
};

/** Frees the member's seat and answers how many are taken now; null when they were not in the team. */
export const removeFromTeam = async (trx: Trx, project: LockedProject, userId: number): Promise<number | null> => {
  const { numDeletedRows } = await trx
    .deleteFrom('project_members')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 0n ? null : changeCount(trx, project.id, -1);
};

const changeCount = async (trx: Trx, projectId: number, by: 1 | -1): Promise<number> => {
  const { member_count } = await trx
    .updateTable('projects')
    .set((eb) => ({ member_count: eb('member_count', '+', by) }))
    .where('id', '=', projectId)
    .returning('member_count')
    .executeTakeFirstOrThrow();
  return member_count;
};
