import { chatLimits } from '@sangam/shared/chat/limits';
import { isGone } from '../../core/api/errors';
import { type CacheTransaction, type Rows, withCache } from '../../core/offline/database';
import { useConnection } from '../../core/realtime/connection-status';
import { currentUserId } from '../../core/session/session';
import { onReset } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';
import { followChangedMessages } from '../state/changed-messages';
import { useConversations } from '../state/conversations';
import { useTeams } from '../state/teams';
import { BY_NUMBER_PART, isCachedMessageOutdated } from '../state/thread/cached-by-number';
import { type CachedThread, cachedThreads, keyOfRow } from '../state/thread/cached-threads';
import { fetchThread } from '../state/thread/fetch-thread';
import { pinsOf } from '../state/thread/threads.reduce';

/** The change numbers with which the offline data was last compared. */
let compared = '';
/**
 * The change numbers of conversations that may not be listed, such as those below the list's first page. Known from a fetch and later
 * events, until events may have been missed.
 */
const unlisted = new Map<ConversationKey, number>();
const noteChange = (key: ConversationKey, change: number) =>
  void unlisted.set(key, Math.max(change, unlisted.get(key) ?? 0));

function forgetComparison(): void {
  unlisted.clear();
  compared = '';
}
onReset(forgetComparison);
useConnection.subscribe(({ status }) => {
  if (status === 'online') forgetComparison();
});
followChangedMessages(({ change = 0 }, conversation) => {
  noteChange(conversation, change);
  compared = '';
});

/** The rows that `cachedThreads` has stored. */
const threadsIn = ({ rows }: CacheTransaction) =>
  rows.find(({ kind }) => kind.name === cachedThreads.name)?.stored as Rows<CachedThread> | undefined;

/**
 * Applies changes to the offline data of conversations that aren't open, so that edited or deleted text leaves it even if nobody opens
 * them.
 */
export async function refreshCached(): Promise<void> {
  const me = currentUserId();
  const list = useConversations.getState().list.data;
  if (me === null || list === null) return;
  const conversations = [...list, ...(useTeams.getState().list ?? [])];
  const listed = conversations.map(({ key, last_change }) => [key, last_change] as const);
  const state = [me, ...listed.flat()].join();
  if (state === compared) return;
  const latestChanges = () => new Map([...unlisted, ...listed]);
  const known = latestChanges();
  const isBehind = (row: CachedThread) => row.lastChange < (known.get(keyOfRow(row)) ?? Number.POSITIVE_INFINITY);
  // Before the first pause, so that a change during one causes another comparison.
  compared = state;
  const rows = await withCache('readonly', async (cache) => (await threadsIn(cache)?.of(me)) ?? []);
  for (const row of (rows ?? []).filter(isBehind)) {
    const lastChange = await bringUpToDate(me, row);
    if (lastChange === null) compared = '';
    else noteChange(keyOfRow(row), lastChange);
  }
  await dropOutdated(me, latestChanges());
}

/** Drops messages cached by number that may have changed. */
const dropOutdated = (me: number, latestChanges: ReadonlyMap<ConversationKey, number>) =>
  withCache('readwrite', async ({ parts }) => {
    const cached = await parts.get([me, BY_NUMBER_PART]);
    if (!cached || !Array.isArray(cached.data)) return;
    const data = cached.data.filter((entry) => !isCachedMessageOutdated(entry, latestChanges));
    if (data.length < cached.data.length) parts.put({ ...cached, data });
  });

/** Brings a cached thread up to date. Returns its conversation's last change number; null if the server couldn't be asked. */
async function bringUpToDate(me: number, row: CachedThread): Promise<number | null> {
  const query = { changed_since: row.lastChange, limit: chatLimits.messagesPageMax };
  const answer = await fetchThread(keyOfRow(row), query);
  if (!answer.ok && !isGone(answer.error)) return null;
  const page = answer.ok ? answer.value : null;
  const changed = new Map(page?.messages.map((message) => [message.seq, message]));
  await withCache('readwrite', async (cache) => {
    const rows = threadsIn(cache);
    const known = await rows?.get([me, row.id]);
    if (known?.lastChange !== row.lastChange) return;
    if (page === null || page.has_more) return rows?.delete([me, row.id]);
    const messages = known.messages.map((message) => changed.get(message.seq) ?? message);
    rows?.put({ ...known, messages, lastChange: page.last_change, ...pinsOf(known, page) });
  });
  return page?.last_change ?? Number.POSITIVE_INFINITY;
}
