import { createDialogStore } from '../../core/store/dialog';

/** A member who can be blocked together with the report. */
interface Reported {
  id: number;
  name: string;
}

/** The subject of a report. */
export type ReportSubject =
  | ({ kind: 'member' } & Reported)
  | { kind: 'project'; id: number; name: string; text?: string; creator?: Reported }
  /** `id`: the other member of the conversation. `seq`: the message that was meant; null to choose among the newest. */
  | { kind: 'message'; id: number; seq: number | null };

/** The dialog in which a member reports something. */
export const reportDialog = createDialogStore<ReportSubject>();
