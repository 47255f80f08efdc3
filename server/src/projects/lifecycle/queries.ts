import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import type { Trx } from '../../platform/db/database.js';

export const setState = async (trx: Trx, id: number, state: ProjectState): Promise<void> => {
  await trx.updateTable('projects').set({ state }).where('id', '=', id).execute();
};

/** Its requests follow it by their foreign key. */
export const setCreator = async (trx: Trx, id: number, creator_id: number): Promise<void> => {
  await trx.updateTable('projects').set({ creator_id }).where('id', '=', id).execute();
};

/** Nothing of the project is left but its row and its title, which requests and activities name. */
export const eraseProject = async (trx: Trx, id: number): Promise<void> => {
  await trx
    .updateTable('projects')
    .set({ state: 'deleted', description: '', required_skills: [], timeline: null, questions: [] })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('project_members').where('project_id', '=', id).execute();
};
