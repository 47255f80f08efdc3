import type { Project } from '@sangam/shared/projects/projects';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { listTeam } from '../teams/teams.js';
import { presentProject } from './present.js';
import { findProject } from './queries.js';

/** Publishes the project as this transaction has changed it, and answers it. A hidden one is gone to all but its team. */
export async function publishUpdate(trx: Trx, publish: Publish, id: number): Promise<Project> {
  const project = presentProject(await findProject(trx, id));
  if (project.hidden) {
    const team_ids = (await listTeam(trx, id)).map((member) => member.id);
    publish('project:updated-hidden', { project, team_ids });
  } else publish('project:updated', project);
  return project;
}
