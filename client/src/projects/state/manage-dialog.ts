import { create } from 'zustand';
import { onReset } from '../../core/store/reset';

/** What the creator does with a project in a dialog. */
export type ManageTask =
  | { projectId: number; act: 'edit' | 'hand_over' | 'finish' | 'delete' }
  | { projectId: number; act: 'remove'; userId: number };

/** The open dialog in which a creator manages a project; null while there is none. */
export const useManageDialog = create<{ task: ManageTask | null }>(() => ({ task: null }));
onReset(() => setManageDialog(null));

export function setManageDialog(task: ManageTask | null): void {
  useManageDialog.setState({ task });
}
