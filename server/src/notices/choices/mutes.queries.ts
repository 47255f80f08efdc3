import type { Trx } from '../../platform/db/database.js';

/** The conversation with a member, or a project. */
export type Mutable = { member_id: number } | { project_id: number };

/** Whether there is such a member, or such a project. */
export async function isThere(trx: Trx, what: Mutable): Promise<boolean> {
  const found =
    'member_id' in what
      ? trx.selectFrom('users').select('id').where('id', '=', what.member_id)
      : trx.selectFrom('projects').select('id').where('id', '=', what.project_id).where('state', '<>', 'deleted');
  return (await found.executeTakeFirst()) !== undefined;
}

/** Mutes it; what is muted stays so. */
export const mute = (trx: Trx, userId: number, what: Mutable) => {
  const inserted =
    'member_id' in what
      ? trx.insertInto('muted_members').values({ user_id: userId, other_id: what.member_id })
      : trx.insertInto('muted_projects').values({ user_id: userId, project_id: what.project_id });
  return inserted.onConflict((conflict) => conflict.doNothing()).execute();
};

/** Has it told again. */
export const unmute = (trx: Trx, userId: number, what: Mutable) => {
  const deleted =
    'member_id' in what
      ? trx.deleteFrom('muted_members').where('other_id', '=', what.member_id)
      : trx.deleteFrom('muted_projects').where('project_id', '=', what.project_id);
  return deleted.where('user_id', '=', userId).execute();
};
