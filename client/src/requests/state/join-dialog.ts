import { create } from 'zustand';
import { onReset } from '../../core/store/reset';

/** The project that the open dialog asks to join; null while it is closed. */
export const useJoinDialog = create<{ projectId: number | null }>(() => ({ projectId: null }));
onReset(() => setJoinDialog(null));

export function setJoinDialog(projectId: number | null): void {
  useJoinDialog.setState({ projectId });
}
