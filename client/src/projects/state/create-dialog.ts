import { createDialogStore } from '../../core/store/dialog';

/** The create-project dialog, which is reached from every screen. */
export const createDialog = createDialogStore<true>();
