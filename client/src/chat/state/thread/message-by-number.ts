import type { Message } from '@sangam/shared/chat/messages';
import { useEffect } from 'react';
import { create } from 'zustand';
import { cachePart } from '../../../core/offline/cached-parts';
import { useConnection } from '../../../core/realtime/connection-status';
import { onReset, storesEpoch } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { followChangedMessages } from '../changed-messages';
import { keyNow } from '../known-conversations';
import { followLost } from '../teams';
import { BY_NUMBER_PART, type CachedMessage, conversationIn } from './cached-by-number';
import { fetchThread } from './fetch-thread';
import { useThreads } from './threads';
import { oldestSeq, type Thread } from './threads.reduce';

/** Replied-to and pinned messages, by conversation and number. */
const useMessagesByNumber = create<{ byKey: Readonly<Record<string, CachedMessage>> }>(() => ({ byKey: {} }));
onReset(() => useMessagesByNumber.setState({ byKey: {} }));

const inFlight = new Set<string>();
onReset(() => inFlight.clear());
const MESSAGES_MAX = 500;
/** How many of the newest messages are cached for an offline start. */
const CACHED_MAX = 100;

type MessageKey = `${ConversationKey}:${number}`;
const keyOf = (conversation: ConversationKey, seq: number): MessageKey => `${keyNow(conversation)}:${seq}`;
const loadedOf = (thread: Thread | undefined, seq: number): Message | undefined =>
  thread?.messages[seq - oldestSeq(thread)];

const note = (key: string, cached: CachedMessage): void =>
  useMessagesByNumber.setState(({ byKey }) => {
    const { [key]: _, ...others } = Object.keys(byKey).length < MESSAGES_MAX ? byKey : {};
    return { byKey: { ...others, [key]: cached } };
  });

// Replaces a message here when the thread's copy of it is edited or deleted.
useThreads.subscribe(({ byId }, before) => {
  if (byId === before.byId) return;
  for (const [key, { message }] of Object.entries(useMessagesByNumber.getState().byKey)) {
    const conversation = conversationIn(key);
    const thread = byId[conversation];
    if (thread === before.byId[conversation]) continue;
    const loaded = loadedOf(thread, Number(key.slice(key.indexOf(':') + 1)));
    if (thread && loaded && loaded !== message) note(key, { message: loaded, asOf: thread.lastChange });
  }
});

followChangedMessages((message, conversation) => {
  const key = keyOf(conversation, message.seq);
  const known = useMessagesByNumber.getState().byKey[key];
  const change = message.change ?? 0;
  if (known && (known.message?.change ?? 0) < change) note(key, { message, asOf: Math.max(known.asOf, change) });
});

followLost((conversation) =>
  useMessagesByNumber.setState(({ byKey }) => ({
    byKey: Object.fromEntries(Object.entries(byKey).filter(([key]) => conversationIn(key) !== conversation)),
  })),
);

cachePart({
  name: BY_NUMBER_PART,
  take: () => {
    const newest = Object.entries(useMessagesByNumber.getState().byKey).slice(-CACHED_MAX);
    return newest.length === 0 ? null : newest;
  },
  show: (cached) =>
    useMessagesByNumber.setState(({ byKey }) => ({ byKey: { ...Object.fromEntries(cached), ...byKey } })),
  subscribe: useMessagesByNumber.subscribe,
});

/** Returns any message of a conversation, from the thread or fetched; null if there is none, undefined until known. */
export function useMessageByNumber(conversation: ConversationKey, seq: number): Message | null | undefined {
  const loaded = useThreads(({ byId }) => loadedOf(byId[conversation], seq));
  const changes = useThreads(({ byId }) => byId[conversation]?.lastChange ?? 0);
  const key = keyOf(conversation, seq);
  const cached = useMessagesByNumber(({ byKey }) => byKey[key]);
  // Fetches that failed while the server was away are repeated.
  const isAway = useConnection(({ status }) => status === 'away');
  const isMissing = loaded === undefined && (cached === undefined || cached.asOf < changes);
  useEffect(() => {
    // A later change may be to this message, whose text may be gone.
    if (isMissing && !isAway) void fetchByNumber(conversation, seq, changes);
  }, [isMissing, isAway, conversation, seq, changes]);
  const isNew = loaded !== undefined && cached?.message !== loaded;
  useEffect(() => {
    if (isNew) note(key, { message: loaded, asOf: changes });
  }, [isNew, key, loaded, changes]);
  return loaded ?? cached?.message;
}

async function fetchByNumber(conversation: ConversationKey, seq: number, asOf: number): Promise<void> {
  const key = keyOf(conversation, seq);
  const fetchKey = `${key}:${asOf}`;
  if (inFlight.has(fetchKey)) return;
  inFlight.add(fetchKey);
  const epoch = storesEpoch();
  const query = { after: seq - 1, limit: 1 };
  const answer = await fetchThread(conversation, query);
  if (epoch !== storesEpoch()) return;
  inFlight.delete(fetchKey);
  if (!answer.ok) return;
  const [found] = answer.value.messages;
  const message = found?.seq === seq ? found : null;
  const answeredAsOf = Math.max(asOf, answer.value.last_change);
  // A change may have arrived meanwhile, or a later answer.
  if ((useMessagesByNumber.getState().byKey[key]?.asOf ?? 0) <= answeredAsOf)
    note(key, { message, asOf: answeredAsOf });
}
