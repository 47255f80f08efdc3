import type { CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { MessageRequestBody } from '@sangam/shared/contact/calls';
import { create } from 'zustand';
import { messageRequests } from '../../contact/state/message-requests';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { type Change, changeData, changed, idle, type Loadable, load, mapData, ready } from '../../core/store/loadable';
import { rowsBelow, rowsToFetch } from '../../core/store/pages';
import { onReset, storesEpoch } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { onRenamed } from '../../people/state/members';
import { followChangedMessages } from './changed-messages';
import { pageBelow, takeListed, withNames } from './conversations';
import { type ListedConversation, mergeConversations } from './conversations.reduce';
import { idIn, keyWith } from './known-conversations';

interface MessageRequestList {
  list: Loadable<ListedConversation[]>;
  hasMore: boolean;
}

const empty = (): MessageRequestList => ({ list: idle(), hasMore: false });

/** Message requests, newest first. Loads when shown, and again when a message arrives. */
export const useMessageRequestList = create<MessageRequestList>(empty);
onReset(() => useMessageRequestList.setState(empty()));

const fetchPage = async (query: CallQuery<'GET /api/messages/requests'>) => {
  const startedAt = moment();
  const answer = await request('GET /api/messages/requests', { query });
  return mapResult(answer, ({ data }) => ({
    rows: () => takeListed(data.conversations, startedAt),
    hasMore: data.has_more,
  }));
};

const setList = (change: Change<ListedConversation[]>): void =>
  useMessageRequestList.setState((state) => ({ ...state, list: change(state.list) }));

followChangedMessages(({ seq, content, change = 0 }, conversation) =>
  setList((list) =>
    changeData(list, (rows) =>
      rows.map((row) =>
        row.key === conversation && row.last_seq === seq && row.last_change < change
          ? { ...row, last_message: content }
          : row,
      ),
    ),
  ),
);

onRenamed((_, before) => setList((list) => mapData(list, (rows) => withNames(rows, before))));

export const loadMessageRequestList = (): Promise<boolean> =>
  load(
    setList,
    () => {
      const shown = useMessageRequestList.getState().list.data?.length ?? 0;
      return fetchPage({ limit: rowsToFetch(shown, chatLimits.conversationsPage, chatLimits.conversationsPageMax) });
    },
    ({ rows: take, hasMore }) => {
      const rows = take();
      const shown = useMessageRequestList.getState().list.data ?? [];
      const below = hasMore ? rowsBelow(shown, rows, (a, b) => a.key === b.key) : [];
      if (below.length === 0) useMessageRequestList.setState({ hasMore });
      return [...rows, ...below];
    },
  );

/** Fetches the next page. */
export async function loadMoreMessageRequests(): Promise<Result<void>> {
  const epoch = storesEpoch();
  const page = await fetchPage(pageBelow(useMessageRequestList.getState().list.data?.at(-1)));
  if (page.ok && epoch === storesEpoch()) {
    const { rows, hasMore } = page.value;
    // Current rows: some may have changed in the meantime.
    const known = useMessageRequestList.getState().list.data ?? [];
    useMessageRequestList.setState({ list: changed(ready(mergeConversations(known, rows()))), hasMore });
  }
  return mapResult(page, () => undefined);
}

/** Accepts or ignores a message request. Other devices get an event. */
export async function decideMessageRequest(
  userId: number,
  decision: MessageRequestBody['decision'],
): Promise<Result<void>> {
  const startedAt = moment();
  const conversationId = idIn(keyWith(userId));
  const answer =
    conversationId === null
      ? await request('PUT /api/messages/requests/:userId', { params: { userId }, body: { decision } })
      : await request('PUT /api/messages/c/:conversationId/request', {
          params: { conversationId },
          body: { decision },
        });
  return mapResult(answer, ({ data }) =>
    messageRequests.upsert({ id: data.user_id, request: data.request }, startedAt),
  );
}
