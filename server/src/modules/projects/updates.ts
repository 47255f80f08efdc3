import type { Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import { presentProject } from './present.js';
import { findProject } from './queries.js';

/** Publishes the project as this transaction has changed it. */
export async function publishUpdate(trx: Trx, publish: Publish, id: number): Promise<void> {
  const row = await findProject(trx, id);
  if (row) publish('project:updated', presentProject(row));
}
