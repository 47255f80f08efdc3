import type { Trx } from '../../platform/db/database.js';

export const setHidden = async (
  trx: Trx,
  projectId: number,
  hidden: { hidden_at: Date | null; hidden_with_creator: boolean },
): Promise<void> => {
  await trx.updateTable('projects').set(hidden).where('id', '=', projectId).execute();
};

/** Returns a member's projects that are not hidden yet. */
export const listShown = (trx: Trx, creatorId: number) =>
  trx
    .selectFrom('projects')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('state', '<>', 'deleted')
    .where('hidden_at', 'is', null)
    .orderBy('id')
    .execute();

/** Shows the projects that were hidden with their creator. */
export const showWithCreator = (trx: Trx, creatorId: number): Promise<{ id: number }[]> =>
  trx
    .updateTable('projects')
    .set({ hidden_at: null, hidden_with_creator: false })
    .where('creator_id', '=', creatorId)
    .where('hidden_with_creator', '=', true)
    .where('state', '<>', 'deleted')
    .returning('id')
    .execute();
