import {
  type RemovablePart,
  type ReportReason,
  removablePartWords,
  reportReasonWords,
} from '@sangam/shared/core/reports';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { reportedWords, senderIn } from '../reports/reported-words.js';
import type { ReportRow } from './case.queries.js';
import type { listReporters } from './deciding.queries.js';

const nothingElse = { project_id: null, actor_id: null };

type ReportedSubject = Pick<ReportRow, 'kind' | 'member_name'>;
type Reporter = Awaited<ReturnType<typeof listReporters>>[number];

/** Returns the wording for the reported subject, as far as its reporter knows it. */
function subjectFor({ name, team, evidence }: Reporter, { kind, member_name }: ReportedSubject): string {
  const isErased = member_name === null || member_name === FORMER_MEMBER;
  const sender = isErased ? FORMER_MEMBER : (senderIn(evidence) ?? null);
  return reportedWords(kind, { project: evidence.project?.title, member: name, sender, team });
}

/** Notifies the reporter of the review, not of the decision. The erasure of the reported member removes their name from it. */
export const reviewed = (reporter: Reporter, reported: ReportedSubject): NewNotification => ({
  ...nothingElse,
  user_id: reporter.reporter_id,
  kind: 'report:reviewed',
  key: `report:${reporter.id}`,
  subject_id: reporter.id,
  title: `A moderator reviewed your report about ${subjectFor(reporter, reported)}`,
  // The page that explains what happens after a report.
  link: '/support',
});

/** Links to the decision in the account's activity, with the moderator's message. */
const inActivity = (userId: number, reportId: number, entryId: number) => ({
  ...nothingElse,
  user_id: userId,
  kind: 'account:warned' as const,
  subject_id: reportId,
  link: `/settings/account#activity-${entryId}`,
});

export const warned = (
  userId: number,
  reportId: number,
  { reason, entryId }: { reason: ReportReason; entryId: number },
): NewNotification => ({
  ...inActivity(userId, reportId, entryId),
  key: `warning:${reportId}`,
  title: `A moderator warned you: ${reportReasonWords[reason]}`,
});

/** "picture and headline" */
export const listOf = (parts: readonly RemovablePart[]): string =>
  new Intl.ListFormat('en').format(parts.map((part) => removablePartWords[part]));

export const removed = (
  userId: number,
  reportId: number,
  { parts, reason, entryId }: { parts: readonly RemovablePart[]; reason: ReportReason; entryId: number },
): NewNotification => ({
  ...inActivity(userId, reportId, entryId),
  key: `removal:${reportId}`,
  title: `A moderator removed your ${listOf(parts)}: ${reportReasonWords[reason]}`,
});

/** Notifies the project's creator. `reason`: why a moderator hid it; null for one that is shown again. */
export const hiddenOrShown = (
  project: { id: number; title: string; creator_id: number },
  reason: ReportReason | null,
  at: Date,
): NewNotification => {
  const kind = reason === null ? 'project:shown' : 'project:hidden';
  return {
    user_id: project.creator_id,
    kind,
    key: `${kind}:${project.id}:${at.getTime()}`,
    title: reason === null ? project.title : `${project.title}. Reason: ${reportReasonWords[reason]}`,
    project_id: project.id,
    subject_id: null,
    actor_id: null,
  };
};
