import type { MessageRequestBody } from '@sangam/shared/contact/calls';
import { create } from 'zustand';
import { mergeMessageRequests, messageRequests } from '../../contact/state/message-requests';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { type Change, idle, type Loadable, load, mapData, mapResult, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { mergePresence } from '../../people/state/presence';
import { followChangedMessages } from './changed-messages';
import { type ListedConversation, mergeConversations } from './conversations.reduce';

interface MessageRequestList {
  list: Loadable<ListedConversation[]>;
  hasMore: boolean;
}

const empty = (): MessageRequestList => ({ list: idle(), hasMore: false });

/** Message requests, newest first. Loads when shown, and again when a message arrives. */
export const useMessageRequestList = create<MessageRequestList>(empty);
onReset(() => useMessageRequestList.setState(empty()));

const fetchPage = async (below?: ListedConversation) => {
  const asked = moment();
  const query = below?.last_message_time ? { before: below.last_message_time, before_id: below.id } : {};
  const answer = await request('GET /api/messages/requests', { query });
  return mapResult(answer, ({ data }) => {
    mergePresence(data.conversations, asked);
    mergeMessageRequests(data.conversations, asked);
    const lines = data.conversations.map(
      ({ is_online: _, last_active: __, request: ___, email: ____, ...line }) => line,
    );
    return { lines, hasMore: data.has_more };
  });
};

const setList = (change: Change<ListedConversation[]>): void =>
  useMessageRequestList.setState((state) => ({ ...state, list: change(state.list) }));

followChangedMessages(({ seq, content, change = 0 }, otherId) =>
  setList((list) =>
    mapData(list, (rows) =>
      rows.map((row) =>
        row.id === otherId && row.last_seq === seq && row.last_change < change
          ? { ...row, last_message: content }
          : row,
      ),
    ),
  ),
);

export const loadMessageRequestList = (): Promise<boolean> =>
  load(
    setList,
    () => fetchPage(),
    ({ lines, hasMore }) => {
      useMessageRequestList.setState({ hasMore });
      return lines;
    },
  );

/** Fetches the next page. */
export async function loadMoreMessageRequests(): Promise<Result<void>> {
  const known = useMessageRequestList.getState().list.data ?? [];
  const page = await fetchPage(known.at(-1));
  return mapResult(page, ({ lines, hasMore }) =>
    useMessageRequestList.setState({ list: ready(mergeConversations(known, lines)), hasMore }),
  );
}

/** Accepts or ignores a message request. Other devices get an event. */
export async function decideMessageRequest(
  userId: number,
  decision: MessageRequestBody['decision'],
): Promise<Result<void>> {
  const asked = moment();
  const answer = await request('PUT /api/messages/requests/:userId', { params: { userId }, body: { decision } });
  return mapResult(answer, ({ data }) => messageRequests.upsert({ id: data.user_id, request: data.request }, asked));
}
