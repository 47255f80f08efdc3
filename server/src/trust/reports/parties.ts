import { type Fail, fail } from '../../platform/lib/result.js';
import { type EvidenceInBrief, reportedSeqs } from './evidence.js';

interface Report {
  reporter_id: number;
  member_id: number;
  evidence: EvidenceInBrief;
}
/** The reported project; undefined for other reports. */
type Project = { creator_id: number | null } | undefined;

/**
 * Whether a member is reported: as such, as the sender of a reported message, or as the creator of a reported project, now or when it was
 * reported or reported again. For a reported moderator, the report doesn't exist.
 */
export const isReported = (reports: readonly Report[], project: Project, memberId: number): boolean =>
  project?.creator_id === memberId ||
  reports.some(({ member_id, evidence }) => {
    const reported = reportedSeqs(evidence);
    const messages = (evidence.messages ?? []).filter(({ seq }) => reported.includes(seq));
    return [member_id, evidence.project?.creator?.id, ...messages.map(({ sender }) => sender.id)].includes(memberId);
  });

/** Whether a member is reported or a reporter; neither may decide. */
export const isParty = (reports: readonly Report[], project: Project, memberId: number): boolean =>
  isReported(reports, project, memberId) || reports.some(({ reporter_id }) => reporter_id === memberId);

/** FORBIDDEN for a reporter, since another moderator has to act. */
export const refuseReporter = (reports: readonly Report[], memberId: number, act: 'decide' | 'read it'): Fail | null =>
  reports.some(({ reporter_id }) => reporter_id === memberId)
    ? fail('FORBIDDEN', { message: `You’re part of this report. Another moderator has to ${act}.` })
    : null;
