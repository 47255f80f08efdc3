import type { ListRow } from '../chat/screens/list/list.select';
import { KEY, OTHER } from './samples';

/** A row of the conversation list: an ordinary direct conversation. */
export const listRow: ListRow = {
  key: KEY,
  otherId: OTHER,
  name: 'Other',
  lastMessage: 'Hi',
  isStored: true,
  time: null,
  own: false,
  writer: null,
  projectId: null,
  isMentioned: false,
  pending: null,
  unread: 0,
  isArchived: false,
  reaction: null,
};
