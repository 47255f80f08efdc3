import { create } from 'zustand';
import { onReset } from '../../core/store/reset';

/** Whether the create-project dialog is open; it is reached from every screen. */
export const useCreateDialog = create<{ open: boolean }>(() => ({ open: false }));
onReset(() => setCreateDialog(false));

export function setCreateDialog(open: boolean): void {
  useCreateDialog.setState({ open });
}
