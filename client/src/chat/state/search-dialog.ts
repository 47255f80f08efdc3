import { createDialogStore } from '../../core/store/dialog';

export type SearchBoxKind = 'everything' | 'people';

/** The only conversation that is searched: by its other member, or a team's by its id. */
export interface SearchedIn {
  id?: number;
  conversationId?: number;
  name: string;
}

/** The search dialog: for everything, for members to write to, or for the messages of one conversation. */
export const searchDialog = createDialogStore<SearchBoxKind | { in: SearchedIn }>();
