import type { ReportKind } from '@sangam/shared/core/reports';
import type { Evidence } from '@sangam/shared/trust/evidence';

/** The names in a report that its reader may see. */
interface Names {
  project: string | undefined;
  member: string | null;
  sender: string | null;
  team: string | null;
}

/** The sender's name in the first reported message. */
export const senderIn = ({ messages, seq }: Evidence): string | undefined =>
  messages?.find((message) => message.seq === seq)?.sender.name;

/** Returns the wording for the reported subject, to follow "about". */
export function reportedWords(kind: ReportKind, { project = '', member, sender, team }: Names): string {
  if (kind === 'project') return `the project ${project}`;
  if (kind === 'member') return member === null ? 'a member' : `${member}’s profile`;
  return `a message from ${sender ?? 'a member'}${team === null ? '' : ` in ${team}`}`;
}
