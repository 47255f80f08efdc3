import type { ModerationKind } from '@sangam/shared/core/audit';
import { isolate } from '@sangam/shared/core/isolate';
import { type ModeratorDecision, reportReasonWords } from '@sangam/shared/core/reports';
import type { MemberHistory, ReportLine } from '@sangam/shared/trust/moderation';
import { localTime } from '../../../lib/text/local-time';
import { wireLabel } from '../../../lib/wire-label';

export const decisionWords: Record<ModeratorDecision, string> = {
  dismiss: 'Dismissed',
  warn: 'Member warned',
  remove: 'Removed from page',
  hide: 'Project hidden',
  suspend: 'Member suspended',
};

const acts: Record<ModerationKind, string> = {
  'report:dismissed': 'Report dismissed',
  'member:warned': 'Warned',
  'page:removed': 'Removed from page',
  'member:suspended': 'Suspended',
  'member:restored': 'Suspension lifted',
  'suspension:ended': 'Suspension ended',
  'project:hidden': 'Project hidden',
  'project:shown': 'Project shown again',
};

/** Describes a moderator's action; a kind that this version doesn't know is shown as it is. */
export const actWords = ({ kind, reason, until }: MemberHistory['acts'][number]): string =>
  `${wireLabel(acts, kind)}${until === undefined ? '' : ` until ${localTime(until)}`}${
    reason === undefined ? '' : `: ${wireLabel(reportReasonWords, reason)}`
  }`;

type Person = ReportLine['member'];

/**
 * Returns the number in a member's page address, which distinguishes them from others of the same name; null if nobody else has the name.
 */
export const apartFrom = (people: readonly Person[], { id, name }: Person): string | null =>
  people.some((one) => one.id !== id && one.name === name) ? `member ${id}` : null;

/** The reported thing in a few words. */
export const subjectWords = ({ kind, member, title }: Pick<ReportLine, 'kind' | 'member' | 'title'>): string => {
  if (kind === 'project') return `Project “${isolate(title ?? '')}” by ${isolate(member.name)}`;
  if (kind === 'member') return `${isolate(member.name)}’s profile`;
  if (kind !== 'message')
    return `${wireLabel({}, kind)} from ${isolate(member.name)}${title === null ? '' : `: ${isolate(title)}`}`;
  return `Message from ${isolate(member.name)}${title === null ? '' : ` in the team chat for “${isolate(title)}”`}`;
};
