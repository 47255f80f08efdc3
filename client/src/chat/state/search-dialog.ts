import { createDialogStore } from '../../core/store/dialog';

export type SearchBoxKind = 'everything' | 'people';

/** The other member of the only conversation that is searched. */
export interface SearchedIn {
  id: number;
  name: string;
}

/** The dialog that searches everything, members to write to, or the messages of one conversation. */
export const searchDialog = createDialogStore<SearchBoxKind | { in: SearchedIn }>();
