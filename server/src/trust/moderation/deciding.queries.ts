import type { ModeratorDecision, ReportKind } from '@sangam/shared/core/reports';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { sql } from 'kysely';
import { hasPageForEach } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { titleFor } from '../../platform/records/project-title.queries.js';

export const findMember = (db: Db | Trx, id: number) =>
  db
    .selectFrom('users as u')
    .leftJoin('suspensions as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').onRef('s.begun_at', '=', 'u.suspended_at'),
    )
    .select(['u.id', 'u.name', 'u.suspended_at', 's.ends_at as suspended_until'])
    .where('u.id', '=', id)
    .executeTakeFirst();

/** Whether a member's account is erased, so that nobody is left to warn, suspend or email. */
export const isErased = async (trx: Trx, id: number): Promise<boolean> =>
  (await findMember(trx, id))?.name === FORMER_MEMBER;

export const findProject = (db: Db | Trx, id: number) =>
  db
    .selectFrom('projects')
    .select(['id', 'title', 'creator_id', 'hidden_at', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Returns the reporters of these reports, with what each can see of the reported: the member's name, if they have the member's page or the
 * name appears in their conversations or among those they block, and the title of the team in whose conversation they reported.
 */
export const listReporters = (trx: Trx, ids: readonly number[], at: Date) => {
  const [reporter, member] = [sql.ref<number>('r.reporter_id'), sql.ref<number>('r.member_id')];
  return trx
    .selectFrom('reports as r')
    .select(['r.id', 'r.reporter_id', 'r.evidence'])
    .select(
      sql<string | null>`(SELECT u.name FROM users u WHERE u.id = ${member} AND (${hasPageForEach(reporter, member, at)}
        OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${reporter} AND b.blocked_id = ${member})
        OR EXISTS (SELECT FROM conversations c WHERE c.last_seq > 0
          AND c.low_id = least(${reporter}, ${member}) AND c.high_id = greatest(${reporter}, ${member}))))`.as('name'),
    )
    .select(
      sql<string | null>`(SELECT ${titleFor(reporter)} FROM conversations c
        JOIN projects p ON p.id = c.project_id WHERE c.id = r.conversation_id)`.as('team'),
    )
    .where(sql<boolean>`r.id = ANY (${ids}::bigint[])`)
    .orderBy('r.id')
    .execute();
};

/** Locks the open reports about a subject; returns none once another moderator has decided. */
export const lockOpenReports = (trx: Trx, kind: ReportKind, subjectId: number) =>
  trx
    .selectFrom('reports')
    .select(['id', 'reporter_id', 'member_id', 'reason', 'evidence'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('decided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const setDecided = (
  trx: Trx,
  ids: readonly number[],
  decided: { decision: ModeratorDecision; decided_at: Date; decided_by: number; note: string },
) => trx.updateTable('reports').set(decided).where(sql<boolean>`id = ANY (${ids}::bigint[])`).execute();
