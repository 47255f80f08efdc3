import { createDialogStore } from '../../core/store/dialog';

/** The box that looks for everything, or for people to write to. */
export type SearchBoxKind = 'everything' | 'people';

export const searchDialog = createDialogStore<SearchBoxKind>();
