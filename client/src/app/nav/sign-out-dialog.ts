import { createDialogStore } from '../../core/store/dialog';

/** The dialog that asks before a logout which would delete something. */
export const signOutDialog = createDialogStore<true>();
