import { create } from 'zustand';
import { onReset } from '../../core/store/reset';

/** What a member is about to report. `id`: the member, the project, or the other member of the conversation. */
export type ReportSubject =
  | { kind: 'member' | 'project'; id: number; name: string }
  | { kind: 'message'; id: number; seq: number };

/** What the open dialog reports; null while it is closed. */
export const useReportDialog = create<{ subject: ReportSubject | null }>(() => ({ subject: null }));
onReset(() => setReportDialog(null));

export function setReportDialog(subject: ReportSubject | null): void {
  useReportDialog.setState({ subject });
}
