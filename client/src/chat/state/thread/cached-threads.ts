import { chatLimits } from '@sangam/shared/chat/limits';
import type { CachedRows } from '../../../core/realtime/live';
import { moment } from '../../../core/store/table';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { members } from '../../../people/state/members';
import { idIn, isTeam, keyNow, memberIn, noteTeams } from '../known-conversations';
import { threadOf, useThreads } from './threads';
import { newestSeq, newThread, oldestSeq, type Thread } from './threads.reduce';

/** The number of conversations cached, most recently opened first. */
export const THREADS_MAX = 30;

/** The end of one conversation's window, as this browser last saw it. */
export interface CachedThread
  extends Pick<Thread, 'messages' | 'follows' | 'lastSeq' | 'lastChange' | 'readSeq' | 'otherReadSeq'>,
    Partial<Pick<Thread, 'pins' | 'pinsChange'>> {
  member: number;
  /** The conversation's key, or the other member's id in rows written by the previous version. */
  id: ConversationKey | number;
  /** The other member's name if known. */
  name: string | null;
  /** A team's conversation. */
  isTeam?: true;
  openedAtMs: number;
}

/** Returns the conversation of a row. */
export const keyOfRow = ({ id }: Pick<CachedThread, 'id'>): ConversationKey =>
  keyNow(typeof id === 'number' ? `u${id}` : id);

/** Returns a thread's last page for the cache; null if it isn't loaded. Messages beyond a gap are fetched again. */
function cacheThread(member: number, id: ConversationKey, thread: Thread, openedAtMs: number): CachedThread | null {
  if (thread.status !== 'ready') return null;
  const { follows, lastSeq, lastChange, readSeq, otherReadSeq, pins, pinsChange } = thread;
  const messages = thread.messages.slice(-chatLimits.messagesPage);
  const name = members.get(memberIn(id) ?? 0)?.name ?? null;
  const numbers = { lastSeq, lastChange, readSeq, otherReadSeq, pins, pinsChange };
  return {
    member,
    id: keyNow(id),
    name,
    ...(isTeam(id) && { isTeam: true }),
    openedAtMs,
    messages,
    follows,
    ...numbers,
  };
}

const isNewer = (known: CachedThread, cached: CachedThread): boolean =>
  known.lastSeq > cached.lastSeq || (known.lastSeq === cached.lastSeq && known.lastChange > cached.lastChange);

/** Restores a thread without gaps; the next sync brings later messages and changes. */
function toThread(cached: CachedThread): Thread | null {
  const { messages, follows, lastSeq, lastChange, readSeq, otherReadSeq, pins = [], pinsChange = 0 } = cached;
  const hasNoGap = newestSeq(cached) - oldestSeq(cached) === Math.max(0, messages.length - 1);
  if (!hasNoGap) return null;
  const hasOlder = oldestSeq(cached) > 1;
  const numbers = { lastSeq, lastChange, readSeq, otherReadSeq, pins, pinsChange };
  return { ...newThread, status: 'ready', messages, follows, ...numbers, hasOlder };
}

/** Adds cached threads to the store; threads already there stay. */
function showThreads(cached: readonly CachedThread[]): void {
  // If the previous version wrote the thread too, the newer row is shown.
  const newest = new Map<ConversationKey, CachedThread>();
  for (const row of cached) {
    const known = newest.get(keyOfRow(row));
    if (!known || isNewer(row, known)) newest.set(keyOfRow(row), row);
  }
  const threads = [...newest].flatMap(([key, row]) => {
    const thread = toThread(row);
    return thread ? [[key, thread] as const] : [];
  });
  useThreads.setState(({ byId }) => ({ byId: { ...Object.fromEntries(threads), ...byId } }));
  const namedMembers = cached.flatMap((row) => {
    const id = memberIn(keyOfRow(row));
    return row.name === null || id === null ? [] : [{ id, name: row.name }];
  });
  members.merge(namedMembers, moment());
  noteTeams(cached.flatMap((row) => (row.isTeam ? (idIn(keyOfRow(row)) ?? []) : [])));
}

/** The conversations shown on a start without a network. */
export const cachedThreads: CachedRows<CachedThread, ConversationKey> = {
  name: 'threads',
  max: THREADS_MAX,
  openId: () => useThreads.getState().openId,
  subscribe: useThreads.subscribe,
  current: threadOf,
  toRow(member, id, openedAtMs) {
    const thread = threadOf(id);
    return thread ? cacheThread(member, id, thread, openedAtMs) : null;
  },
  isNewer,
  show: showThreads,
};
