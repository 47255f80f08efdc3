import { chatLimits } from '@sangam/shared/chat/limits';
import type { CachedRows } from '../../../core/offline/cached-parts';
import { moment } from '../../../core/store/table';
import { members } from '../../../people/state/members';
import { threadOf, useThreads } from './threads';
import { newestSeq, newThread, oldestSeq, type Thread } from './threads.reduce';

/** So many conversations are kept, those that were opened last. */
export const THREADS_MAX = 30;

/** The end of one conversation's window, as this browser saw it last. */
export interface KeptThread
  extends Pick<Thread, 'messages' | 'follows' | 'lastSeq' | 'lastChange' | 'readSeq' | 'otherReadSeq'>,
    Partial<Pick<Thread, 'pins' | 'pinsChange'>> {
  member: number;
  /** The other member, and their name if it is known. */
  id: number;
  name: string | null;
  openedAtMs: number;
}

/** What is kept of a thread; null while it shows nothing. Its last page: what came beyond a hole is fetched again. */
function keepThread(member: number, id: number, thread: Thread, openedAtMs: number): KeptThread | null {
  if (thread.status !== 'ready') return null;
  const { follows, lastSeq, lastChange, readSeq, otherReadSeq, pins, pinsChange } = thread;
  const messages = thread.messages.slice(-chatLimits.messagesPage);
  const name = members.get(id)?.name ?? null;
  const numbers = { lastSeq, lastChange, readSeq, otherReadSeq, pins, pinsChange };
  return { member, id, name, openedAtMs, messages, follows, ...numbers };
}

const isNewer = (known: KeptThread, kept: KeptThread): boolean =>
  known.lastSeq > kept.lastSeq || (known.lastSeq === kept.lastSeq && known.lastChange > kept.lastChange);

/** A thread without holes, as one that a tab has had open since; the next sync brings what followed and what changed. */
function toThread(kept: KeptThread): Thread | null {
  const { messages, follows, lastSeq, lastChange, readSeq, otherReadSeq, pins = [], pinsChange = 0 } = kept;
  const isWhole = newestSeq(kept) - oldestSeq(kept) === Math.max(0, messages.length - 1);
  if (!isWhole) return null;
  const hasOlder = oldestSeq(kept) > 1;
  const numbers = { lastSeq, lastChange, readSeq, otherReadSeq, pins, pinsChange };
  return { ...newThread, status: 'ready', messages, follows, ...numbers, hasOlder };
}

/** Puts kept threads into the store; one that is there already stays. */
function showThreads(kept: readonly KeptThread[]): void {
  const shown = kept.flatMap((each) => {
    const thread = toThread(each);
    return thread ? [[each.id, thread] as const] : [];
  });
  useThreads.setState(({ byId }) => ({ byId: { ...Object.fromEntries(shown), ...byId } }));
  const named = kept.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  members.merge(named, moment());
}

/** The conversations that a start without a network shows. */
export const keptThreads: CachedRows<KeptThread> = {
  name: 'threads',
  max: THREADS_MAX,
  openId: () => useThreads.getState().openId,
  subscribe: useThreads.subscribe,
  current: threadOf,
  toRow(member, id, openedAtMs) {
    const thread = threadOf(id);
    return thread ? keepThread(member, id, thread, openedAtMs) : null;
  },
  isNewer,
  show: showThreads,
};
