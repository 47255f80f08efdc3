import { createDialogStore } from '../../core/store/dialog';
import type { ConversationKey } from '../../lib/links/chat-link';

/** A member who can be blocked together with the report. */
interface Reported {
  id: number;
  name: string;
}

/** The subject of a report. */
export type ReportSubject =
  | ({ kind: 'member' } & Reported)
  | { kind: 'project'; id: number; name: string; text?: string; creator?: Reported }
  /** Last messages of a member of a team that the reporter has left; the dialog asks which member. */
  | { kind: 'left'; conversation: number; members: readonly Reported[] }
  /** `seq`: the message that was meant; null to choose among the newest. */
  | { kind: 'message'; conversation: ConversationKey; seq: number | null };

/** The dialog in which a member reports something. */
export const reportDialog = createDialogStore<ReportSubject>();
