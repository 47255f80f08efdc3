import { createDialogStore } from '../../core/store/dialog';

export type SearchBoxKind = 'everything' | 'people';

/** The only conversation that is searched: by its other member, or a team's by its id. */
export interface SearchedIn {
  id?: number;
  conversationId?: number;
  name: string;
}

/** The dialog that searches everything, members to write to, or the messages of one conversation. */
export const searchDialog = createDialogStore<SearchBoxKind | { in: SearchedIn }>();
