import { chatLimits } from '@sangam/shared/chat/limits';
import { isGone } from '../../core/api/errors';
import { type CacheTransaction, withCache } from '../../core/offline/database';
import { currentUserId } from '../../core/session/session';
import { useConversations } from '../state/conversations';
import { useTeams } from '../state/teams';
import { BY_NUMBER_PART, isCachedMessageOver } from '../state/thread/cached-by-number';
import { type CachedThread, cachedThreads, keyOfRow } from '../state/thread/cached-threads';
import { fetchThread } from '../state/thread/fetch-thread';

/** The conversations' changes that the offline data was last compared with. */
let compared = '';

const threadsIn = ({ rows }: CacheTransaction) =>
  rows.flatMap(({ kind, stored }) => (kind.name === cachedThreads.name ? [stored] : []))[0];

/**
 * Applies changes to the offline data of conversations that aren't open: words that were edited or deleted leave it
 * although nobody looks at them.
 */
export async function refreshCached(): Promise<void> {
  const me = currentUserId();
  const list = useConversations.getState().list.data;
  if (me === null || list === null) return;
  const both = [...list, ...(useTeams.getState().list ?? [])];
  const changes = new Map(both.map(({ key, last_change }) => [key, last_change]));
  const state = [me, ...[...changes].flat()].join();
  if (state === compared) return;
  const isBehind = (row: CachedThread) => row.lastChange < (changes.get(keyOfRow(row)) ?? 0);
  const behind = await withCache('readwrite', async (cache) => {
    const cached = await cache.parts.get([me, BY_NUMBER_PART]);
    if (cached && Array.isArray(cached.data)) {
      const data = cached.data.filter((entry) => !isCachedMessageOver(entry, changes));
      if (data.length < cached.data.length) cache.parts.put({ ...cached, data });
    }
    const rows = (await threadsIn(cache)?.of(me)) ?? [];
    return (rows as CachedThread[]).filter(isBehind);
  });
  for (const row of behind ?? []) if (!(await bringUpToDate(me, row))) return;
  compared = state;
}

/** Returns false when the server couldn't be asked. */
async function bringUpToDate(me: number, row: CachedThread): Promise<boolean> {
  const query = { changed_since: row.lastChange, limit: chatLimits.messagesPageMax };
  const answer = await fetchThread(keyOfRow(row), query);
  if (!answer.ok && !isGone(answer.error)) return false;
  const page = answer.ok ? answer.value : null;
  const changed = new Map(page?.messages.map((message) => [message.seq, message]));
  await withCache('readwrite', async (cache) => {
    const rows = threadsIn(cache);
    const known = (await rows?.get([me, row.id])) as CachedThread | undefined;
    if (known?.lastChange !== row.lastChange) return;
    if (page === null || page.has_more) return rows?.delete([me, row.id]);
    const messages = known.messages.map((message) => changed.get(message.seq) ?? message);
    rows?.put({ ...known, messages, lastChange: page.last_change } as CachedThread);
  });
  return true;
}
