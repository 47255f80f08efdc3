import type { Message } from '@sangam/shared/contract/messages';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../api/client';
import { onReset, storesEpoch } from './reset';
import { useThreads } from './threads';
import { oldestSeq } from './threads.reduce';

/** Messages that are answered and are not among the loaded ones: by the other member and number, each as of a change number. */
type Quoted = Readonly<Record<string, { message: Message | null; asOf: number }>>;
const useQuotedMessages = create<{ byKey: Quoted }>(() => ({ byKey: {} }));
onReset(() => useQuotedMessages.setState({ byKey: {} }));

const asked = new Set<string>();
onReset(() => asked.clear());
const QUOTED_MAX = 500;

/** A message that another one answers: from the thread where it is loaded, else fetched; null where there is none, undefined until it is known. */
export function useQuoted(otherId: number, seq: number): Message | null | undefined {
  const loaded = useThreads(({ byId }) => {
    const thread = byId[otherId];
    return thread?.messages[seq - oldestSeq(thread)];
  });
  const changes = useThreads(({ byId }) => byId[otherId]?.lastChange ?? 0);
  const key = `${otherId}:${seq}`;
  const kept = useQuotedMessages(({ byKey }) => byKey[key]);
  const isMissing = loaded === undefined && (kept === undefined || kept.asOf < changes);
  useEffect(() => {
    // What changed since may be this one: its words may be gone.
    if (isMissing) void fetchQuoted(otherId, seq, changes);
  }, [isMissing, otherId, seq, changes]);
  return loaded ?? kept?.message;
}

async function fetchQuoted(userId: number, seq: number, asOf: number): Promise<void> {
  const key = `${userId}:${seq}`;
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
  useQuotedMessages.setState(({ byKey }) => {
    const kept = Object.keys(byKey).length < QUOTED_MAX ? byKey : {};
    return { byKey: { ...kept, [key]: { message, asOf: Math.max(asOf, answer.value.data.last_change) } } };
  });
}
