import { chatLimits } from '@sangam/shared/chat/limits';
import type { SavedMessage } from '@sangam/shared/chat/saved-messages';
import { create } from 'zustand';
import { request } from '../../../core/api/client';
import { mapResult, type Result } from '../../../core/api/errors';
import { cachePart } from '../../../core/offline/cached-parts';
import {
  type Change,
  changeData,
  changed,
  idle,
  type Loadable,
  load,
  mapData,
  ready,
} from '../../../core/store/loadable';
import { rowsToFetch } from '../../../core/store/pages';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { type Moment, moment } from '../../../core/store/table';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { onRenamed, withNewNames } from '../../../people/state/members';
import { followChangedMessages } from '../changed-messages';
import { keyOf, noteConversations } from '../known-conversations';
import { followLost } from '../teams';

/** Returns the conversation of a saved message. */
export const keyOfSaved = ({
  conversation_id,
  user_id,
}: Pick<SavedMessage, 'conversation_id' | 'user_id'>): ConversationKey => keyOf({ conversation_id, memberId: user_id });

interface SavedList {
  /** The message saved last comes first. */
  list: Loadable<SavedMessage[]>;
  hasMore: boolean;
}

const empty = (): SavedList => ({ list: idle(), hasMore: false });
/** The saved messages, as far as they are shown. Fetched while the list is open; `useSaved` knows which are still saved. */
export const useSavedList = create<SavedList>(empty);
onReset(() => useSavedList.setState(empty()));

cachePart({
  name: 'saved-list',
  take: () => {
    const { list, hasMore } = useSavedList.getState();
    const rows = list.data?.slice(0, chatLimits.savedPage);
    return rows ? { rows, hasMore: hasMore || rows.length < (list.data?.length ?? 0) } : null;
  },
  show: ({ rows, hasMore }) => {
    if (useSavedList.getState().list.data === null) useSavedList.setState({ list: ready(rows), hasMore });
  },
  subscribe: useSavedList.subscribe,
});

const setList = (change: Change<SavedMessage[]>): void =>
  useSavedList.setState((state) => ({ ...state, list: change(state.list) }));

// The text of an edited or deleted message is replaced at once; an open list is refetched too.
followChangedMessages(({ seq, content, deleted_at }, conversation) =>
  setList((list) =>
    changeData(list, (rows) =>
      rows.flatMap((row) => {
        if (keyOfSaved(row) !== conversation || row.seq !== seq) return [row];
        return deleted_at === undefined ? [{ ...row, content }] : [];
      }),
    ),
  ),
);

const withNames = (rows: readonly SavedMessage[], startedAt: Moment): SavedMessage[] =>
  withNewNames(withNewNames(rows, startedAt, 'user_id', 'name'), startedAt, 'sender_id', 'sender_name');

onRenamed((_, before) => setList((list) => mapData(list, (rows) => withNames(rows, before))));

followLost((key) => setList((list) => changeData(list, (rows) => rows.filter((row) => keyOfSaved(row) !== key))));

async function fetchPage(query: { before?: number; limit?: number }) {
  const startedAt = moment();
  return mapResult(await request('GET /api/messages/saved', { query }), ({ data }) => {
    noteConversations(data.saved.map(({ conversation_id, user_id: memberId }) => ({ conversation_id, memberId })));
    // Called in the step that stores them.
    return { ...data, saved: () => withNames(data.saved, startedAt) };
  });
}

/** Fetches the first page, large enough for the lines shown; lines below it stay. */
export const loadSavedList = (): Promise<boolean> =>
  load(
    setList,
    () => {
      const shown = useSavedList.getState().list.data?.length ?? 0;
      return fetchPage({ limit: rowsToFetch(shown, chatLimits.savedPage, chatLimits.savedPageMax) });
    },
    ({ saved: take, has_more }) => {
      const saved = take();
      const last = has_more ? (saved.at(-1)?.number ?? 0) : 0;
      const below = (useSavedList.getState().list.data ?? []).filter(({ number }) => number < last);
      if (below.length === 0) useSavedList.setState({ hasMore: has_more });
      return [...saved, ...below];
    },
  );

/** Fetches the next page. */
export async function loadMoreSaved(): Promise<Result<void>> {
  const epoch = storesEpoch();
  const before = useSavedList.getState().list.data?.at(-1)?.number;
  const page = await fetchPage(before === undefined ? {} : { before });
  if (page.ok && epoch === storesEpoch()) {
    const saved = page.value.saved();
    const known = (useSavedList.getState().list.data ?? []).filter(({ number }) => number > (saved[0]?.number ?? 0));
    useSavedList.setState({ list: changed(ready([...known, ...saved])), hasMore: page.value.has_more });
  }
  return mapResult(page, () => undefined);
}
