import { createDialogStore } from '../../core/store/dialog';

/** The create-project dialog, which opens from any screen. */
export const createDialog = createDialogStore<true>();

/** The action that the management dialog shows. */
export type ManageTask =
  | { projectId: number; act: 'edit' | 'close' | 'transfer' | 'finish' | 'delete' }
  | { projectId: number; act: 'remove'; userId: number };

/** The dialog in which a creator manages a project. */
export const manageDialog = createDialogStore<ManageTask>();
