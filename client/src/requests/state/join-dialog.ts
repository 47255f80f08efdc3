import { createDialogStore } from '../../core/store/dialog';

/** The dialog that asks to join a project, by the project's id. */
export const joinDialog = createDialogStore<number>();
