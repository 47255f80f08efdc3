import type { Project } from '@sangam/shared/contract/projects';
import type { Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import { presentProject } from './present.js';
import { findProject } from './queries.js';

/** Publishes the project as this transaction has changed it, and answers it. */
export async function publishUpdate(trx: Trx, publish: Publish, id: number): Promise<Project> {
  const project = presentProject(await findProject(trx, id));
  // To all but its team a hidden one is gone, so nobody is pushed what it says now.
  if (!project.hidden) publish('project:updated', project);
  return project;
}
