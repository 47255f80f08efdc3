import type { ReportReason } from '@sangam/shared/core/reports';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

export const setHidden = async (
  trx: Trx,
  projectId: number,
  hidden: { hidden_at: Date | null; hidden_with_creator: boolean },
): Promise<void> => {
  await trx.updateTable('projects').set(hidden).where('id', '=', projectId).execute();
};

export const isHidden = async (trx: Trx, projectId: number): Promise<boolean> => {
  const found = trx.selectFrom('projects').select('id').where('id', '=', projectId);
  return (await found.where('hidden_at', 'is not', null).executeTakeFirst()) !== undefined;
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
export const showWithCreator = (trx: Trx, creatorId: number) =>
  trx
    .updateTable('projects')
    .set({ hidden_at: null, hidden_with_creator: false })
    .where('creator_id', '=', creatorId)
    .where('hidden_with_creator', '=', true)
    .where('state', '<>', 'deleted')
    .returning(['id', 'title', 'creator_id'])
    .execute();

/** Returns why a moderator hid a hidden project, with their message to the creator; undefined if the audit trail no longer says so. */
export const findHiding = (
  db: Db | Trx,
  projectId: number,
): Promise<{ reason: ReportReason; words: string | null } | undefined> =>
  db
    .selectFrom('projects as p')
    .innerJoin('reports as r', (join) =>
      join
        .onRef('r.decided_at', '=', 'p.hidden_at')
        .onRef('r.subject_id', '=', 'p.id')
        .on('r.kind', '=', 'project')
        .on('r.decision', '=', 'hide'),
    )
    .innerJoin('audit_entries as a', (join) =>
      join
        // Found by the time of the decision, with which the entry was written. The entry's member may no longer be this project's creator.
        .on(sql<SqlBool>`a.at BETWEEN r.decided_at - interval '1 hour' AND r.decided_at + interval '1 hour'`)
        .on('a.kind', '=', 'project:hidden')
        .on(sql<SqlBool>`(a.details->>'report_id')::int8 = r.id`),
    )
    .select([sql<ReportReason>`a.details->>'reason'`.as('reason'), sql<string | null>`a.details->>'words'`.as('words')])
    .where('p.id', '=', projectId)
    .orderBy('a.id', 'desc')
    .executeTakeFirst();
