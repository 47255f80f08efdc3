import { createDialogStore } from '../../core/store/dialog';

/** The create-project dialog, which is reached from every screen. */
export const createDialog = createDialogStore<true>();

/** What the creator does with a project in a dialog. */
export type ManageTask =
  | { projectId: number; act: 'edit' | 'hand_over' | 'finish' | 'delete' }
  | { projectId: number; act: 'remove'; userId: number };

/** The dialog in which a creator manages a project. */
export const manageDialog = createDialogStore<ManageTask>();
