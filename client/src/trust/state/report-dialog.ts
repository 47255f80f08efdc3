import { createDialogStore } from '../../core/store/dialog';

/** The subject of a report. `id`: the member, the project, or the other member of the conversation. */
export type ReportSubject =
  | { kind: 'member' | 'project'; id: number; name: string }
  | { kind: 'message'; id: number; seq: number };

/** The dialog in which a member reports something. */
export const reportDialog = createDialogStore<ReportSubject>();
