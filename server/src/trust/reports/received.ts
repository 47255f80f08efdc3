import { type ReportReason, reportReasonWords } from '@sangam/shared/core/reports';
import type { Evidence } from '@sangam/shared/trust/evidence';
import type { Trx } from '../../platform/db/database.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { holdModeratorIds } from '../moderators/queries.js';
import { isParty } from './parties.js';
import { reportedWords, senderIn } from './reported-words.js';
import type { Subject } from './subjects.queries.js';

const received = (id: number) => `report:received:${id}`;
/** The notifications of these moderators about these reports. */
export const receivedBy = (moderatorIds: readonly number[], ids: readonly number[]) =>
  moderatorIds.flatMap((user_id) => ids.map((id) => ({ user_id, key: received(id) })));

const wordsOf = ({ kind, evidence }: { kind: Subject['kind']; evidence: Evidence }): string =>
  reportedWords(kind, {
    project: evidence.project?.title,
    member: evidence.member?.name ?? null,
    sender: senderIn(evidence) ?? null,
    team: evidence.team?.title ?? null,
  });

/** Notifies moderators of the first open report about a subject. The erasure of the reported member removes their name from it. */
export const reportReceived = (
  moderatorIds: readonly number[],
  id: number,
  { reason, ...subject }: Pick<Subject, 'kind' | 'evidence'> & { reason: ReportReason },
): NewNotification[] =>
  moderatorIds.map((user_id) => ({
    project_id: null,
    actor_id: null,
    user_id,
    kind: 'report:received',
    key: received(id),
    subject_id: id,
    link: `/moderation/${id}`,
    title: `New report about ${wordsOf(subject)}: ${reportReasonWords[reason]}`,
  }));

/**
 * Notifies moderators of the reports about a subject that a decision leaves open, since their only notification was about the first report.
 */
export async function stillReceived(
  trx: Trx,
  kind: Subject['kind'],
  openReports: readonly (Pick<Subject, 'member_id' | 'evidence'> & {
    id: number;
    reporter_id: number;
    reason: ReportReason;
  })[],
  project: { creator_id: number | null } | undefined,
): Promise<NewNotification[]> {
  const [first] = openReports;
  if (!first) return [];
  const readers = (await holdModeratorIds(trx)).filter((id) => !isParty(openReports, project, id));
  return reportReceived(readers, first.id, { ...first, kind });
}

/** Returns the moderators' notifications about these reports, which a decision removes. */
export const listReceived = async (trx: Trx, ids: readonly number[]) => receivedBy(await holdModeratorIds(trx), ids);
