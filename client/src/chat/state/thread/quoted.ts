import type { Message } from '@sangam/shared/chat/messages';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../../core/api/client';
import { cachePart } from '../../../core/offline/cached-parts';
import { useConnection } from '../../../core/realtime/connection-status';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { followChangedMessages } from '../changed-messages';
import { useThreads } from './threads';
import { oldestSeq, type Thread } from './threads.reduce';

interface Quoted {
  message: Message | null;
  /** The conversation's change number up to which it is known to be current. */
  asOf: number;
}

/** Replied-to and pinned messages, by the other member and number. */
const useQuotedMessages = create<{ byKey: Readonly<Record<string, Quoted>> }>(() => ({ byKey: {} }));
onReset(() => useQuotedMessages.setState({ byKey: {} }));

const asked = new Set<string>();
onReset(() => asked.clear());
const QUOTED_MAX = 500;
/** The number of newest ones cached for a start without a network. */
const CACHED_MAX = 100;

const keyOf = (otherId: number, seq: number): string => `${otherId}:${seq}`;
const loadedOf = (thread: Thread | undefined, seq: number): Message | undefined =>
  thread?.messages[seq - oldestSeq(thread)];

const note = (key: string, quoted: Quoted): void =>
  useQuotedMessages.setState(({ byKey }) => {
    const { [key]: _, ...others } = Object.keys(byKey).length < QUOTED_MAX ? byKey : {};
    return { byKey: { ...others, [key]: quoted } };
  });

// Replaces the text of a loaded message once it is edited or deleted.
useThreads.subscribe(({ byId }, before) => {
  if (byId === before.byId) return;
  for (const [key, { message }] of Object.entries(useQuotedMessages.getState().byKey)) {
    const [otherId = 0, seq = 0] = key.split(':').map(Number);
    const thread = byId[otherId];
    if (thread === before.byId[otherId]) continue;
    const loaded = loadedOf(thread, seq);
    if (thread && loaded && loaded !== message) note(key, { message: loaded, asOf: thread.lastChange });
  }
});

followChangedMessages((message, otherId) => {
  const key = keyOf(otherId, message.seq);
  const known = useQuotedMessages.getState().byKey[key];
  const change = message.change ?? 0;
  if (known && (known.message?.change ?? 0) < change) note(key, { message, asOf: Math.max(known.asOf, change) });
});

cachePart({
  name: 'quoted',
  take: () => {
    const newest = Object.entries(useQuotedMessages.getState().byKey).slice(-CACHED_MAX);
    return newest.length === 0 ? null : newest;
  },
  show: (cached) => useQuotedMessages.setState(({ byKey }) => ({ byKey: { ...Object.fromEntries(cached), ...byKey } })),
  subscribe: useQuotedMessages.subscribe,
});

/** Returns true for a cached quote that may have changed since: its conversation has, by these change numbers. */
export function isCachedQuoteOver(entry: unknown, changes: ReadonlyMap<number, number>): boolean {
  const [key, { asOf }] = entry as [string, Quoted];
  return asOf < (changes.get(Number.parseInt(key, 10)) ?? 0);
}

/** Returns a quoted message, from the thread or fetched; null if there is none, undefined until known. */
export function useQuoted(otherId: number, seq: number): Message | null | undefined {
  const loaded = useThreads(({ byId }) => loadedOf(byId[otherId], seq));
  const changes = useThreads(({ byId }) => byId[otherId]?.lastChange ?? 0);
  const key = keyOf(otherId, seq);
  const cached = useQuotedMessages(({ byKey }) => byKey[key]);
  // Fetches failed while the server was away are repeated.
  const isAway = useConnection(({ status }) => status === 'away');
  const isMissing = loaded === undefined && (cached === undefined || cached.asOf < changes);
  useEffect(() => {
    // A later change may be to this message, whose text may be gone.
    if (isMissing && !isAway) void fetchQuoted(otherId, seq, changes);
  }, [isMissing, isAway, otherId, seq, changes]);
  const isNew = loaded !== undefined && cached?.message !== loaded;
  useEffect(() => {
    if (isNew) note(key, { message: loaded, asOf: changes });
  }, [isNew, key, loaded, changes]);
  return loaded ?? cached?.message;
}

async function fetchQuoted(userId: number, seq: number, asOf: number): Promise<void> {
  const key = keyOf(userId, seq);
  const question = `${key}:${asOf}`;
  if (asked.has(question)) return;
  asked.add(question);
  const epoch = storesEpoch();
  const query = { after: seq - 1, limit: 1 };
  const answer = await request('GET /api/messages/conversation/:userId', { params: { userId }, query });
  if (epoch !== storesEpoch()) return;
  asked.delete(question);
  if (!answer.ok) return;
  const [found] = answer.value.data.messages;
  const message = found?.seq === seq ? found : null;
  note(key, { message, asOf: Math.max(asOf, answer.value.data.last_change) });
}
