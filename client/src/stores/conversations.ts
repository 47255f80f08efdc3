import type { Conversation, Message, ReadReceipt, Unread } from '@sangam/shared/contract/messages';
import type { Presence } from '@sangam/shared/contract/users';
import { limits } from '@sangam/shared/rules/limits';
import { create } from 'zustand';
import { request } from '../api/client';
import { mergeConversations, withMessage, withPresence, withReceipt, withUnread } from './conversations.reduce';
import { type Change, idle, type Loadable, load, mapData } from './loadable';
import { onReset, storesEpoch } from './reset';

interface ConversationsState {
  /** Most recent first. */
  list: Loadable<Conversation[]>;
  hasMore: boolean;
  loadingMore: boolean;
  search: string;
  /** A conversation that was opened by a link and has no message yet. */
  draft: { id: number; name: string } | null;
}

const empty = (): ConversationsState => ({ list: idle(), hasMore: false, loadingMore: false, search: '', draft: null });
export const useConversations = create<ConversationsState>(empty);
onReset(() => useConversations.setState(empty()));

const setList = (change: Change<Conversation[]>): void =>
  useConversations.setState((state) => ({ list: change(state.list) }));

/** Fetches the most recent page and lays it over what is loaded. */
export const loadConversations = (): Promise<boolean> =>
  load(
    setList,
    () => request('GET /api/messages/conversations'),
    ({ data }) => {
      const known = useConversations.getState().list.data;
      if (known === null) useConversations.setState({ hasMore: data.has_more });
      return mergeConversations(known ?? [], data.conversations);
    },
  );

/** Fetches the next page below the list; true when there is yet another. */
export async function loadMoreConversations(): Promise<boolean> {
  const { list, hasMore, loadingMore } = useConversations.getState();
  const before = list.data?.at(-1)?.last_message_time;
  if (!hasMore || loadingMore || !before) return false;
  const epoch = storesEpoch();
  useConversations.setState({ loadingMore: true });
  const answer = await request('GET /api/messages/conversations', {
    query: { before, limit: limits.conversationsPageMax },
  });
  if (epoch !== storesEpoch()) return false;
  useConversations.setState({ loadingMore: false });
  if (!answer.ok) return false;
  const { conversations, has_more } = answer.value.data;
  setList((state) => mapData(state, (known) => mergeConversations(known, conversations)));
  useConversations.setState({ hasMore: has_more });
  return has_more;
}

export const setConversationSearch = (search: string): void => useConversations.setState({ search });

/** A link named somebody: shown as a conversation until the first message makes it one. */
export const setDraft = (draft: { id: number; name: string } | null): void => useConversations.setState({ draft });

/** Live or acknowledged: a message. False when its conversation is not in the list: a refresh is due. */
export function applyConversationMessage(message: Message, me: number): boolean {
  const { list } = useConversations.getState();
  if (list.data === null) return true;
  const next = withMessage(list.data, message, me);
  if (next === null) return false;
  setList((state) => ({ ...state, data: next }));
  return true;
}

export const applyConversationUnread = (unread: Unread): void =>
  setList((state) => mapData(state, (list) => withUnread(list, unread)));

export const applyConversationReceipt = (receipt: ReadReceipt, me: number): void =>
  setList((state) => mapData(state, (list) => withReceipt(list, receipt, me)));

export const applyConversationPresence = (presence: Presence): void =>
  setList((state) => mapData(state, (list) => withPresence(list, presence)));
