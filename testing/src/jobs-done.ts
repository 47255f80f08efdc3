import type { Database } from '@sangam/server/platform/db/database';
import { eventually } from './eventually.js';

/** Waits until no job is due by this time any more: the worker has run those that moving the clock made due. */
export const jobsDone = ({ db }: Pick<Database, 'db'>, nowMs: number): Promise<void> =>
  eventually(async () => {
    const due = await db.selectFrom('jobs').select('kind').where('due_at', '<=', new Date(nowMs)).execute();
    if (due.length > 0) throw new Error(`jobs are still due: ${due.map(({ kind }) => kind).join(', ')}`);
  });
