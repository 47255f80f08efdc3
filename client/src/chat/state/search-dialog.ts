import { createDialogStore } from '../../core/store/dialog';

/** The dialog that searches everything, or members to write to. */
export type SearchBoxKind = 'everything' | 'people';

export const searchDialog = createDialogStore<SearchBoxKind>();
