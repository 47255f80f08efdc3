import { createDialogStore } from '../../core/store/dialog';

export type SearchBoxKind = 'everything' | 'people';

/** The dialog that searches everything, members to write to, or the messages of the conversation with a member of this name. */
export const searchDialog = createDialogStore<SearchBoxKind | { in: string }>();
