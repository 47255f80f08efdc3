import { chatLimits } from '@sangam/shared/chat/limits';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { LiveContext } from '../../platform/realtime/live.js';
import type { ConversationKey } from '../conversations/kinds.js';
import type { HiddenTyping } from '../events.js';

/** Members start or stop typing, visibly to these readers. */
interface TypingChange {
  kind: ConversationKey['kind'];
  conversationId: number;
  typistIds: readonly number[];
  readerIds: readonly number[];
  typing: boolean;
}

/** Broadcasts typing to readers who may see it. */
export interface ShownTyping {
  forward(change: TypingChange): void;
  /** Ends typing that readers still see, on every server. Sends nothing where none is shown. */
  hide(hidden: HiddenTyping): void;
}

interface ShownIndicator extends Pick<TypingChange, 'kind' | 'conversationId'> {
  typistId: number;
  readerId: number;
  /** On the monotonic clock. */
  untilMs: number;
}

/** Each server remembers what it has broadcast, for as long as clients show it. */
export function createShownTyping(
  { io, broadcast, clustered }: Pick<LiveContext, 'io' | 'broadcast' | 'clustered'>,
  clock: Clock,
): ShownTyping {
  const send = { direct: broadcast.toMembers, team: broadcast.toTeam };
  /** Ordered by `untilMs`. */
  const shown = new Map<string, ShownIndicator>();

  const dropExpired = () => {
    const nowMs = clock.monotonicMs();
    for (const [key, { untilMs }] of shown) {
      if (!isOver(untilMs, nowMs)) return;
      shown.delete(key);
    }
  };

  const record = ({ kind, conversationId, typistIds, readerIds, typing }: TypingChange) => {
    dropExpired();
    const untilMs = clock.monotonicMs() + chatLimits.typingShownMs;
    for (const typistId of typistIds)
      for (const readerId of readerIds) {
        const key = `${conversationId}:${typistId}:${readerId}`;
        shown.delete(key);
        if (typing && readerId !== typistId) shown.set(key, { kind, conversationId, typistId, readerId, untilMs });
      }
  };

  const forward = (change: TypingChange) => {
    const { kind, conversationId: conversation_id, typistIds, readerIds, typing } = change;
    record(change);
    const [sender_id = 0] = typistIds;
    const senderIds = typistIds.length === 1 ? {} : { sender_ids: [...typistIds] };
    send[kind](readerIds, 'typing', { conversation_id, sender_id, ...senderIds, typing });
  };

  const hideOnThisServer = ({ typist_id, reader_id }: HiddenTyping) => {
    dropExpired();
    for (const { typistId, readerId, ...conversation } of [...shown.values()])
      if ((typist_id ?? typistId) === typistId && (reader_id ?? readerId) === readerId)
        forward({ ...conversation, typistIds: [typistId], readerIds: [readerId], typing: false });
  };
  io.on('typing:hidden', hideOnThisServer);

  return {
    forward,
    hide(hidden) {
      hideOnThisServer(hidden);
      if (clustered) io.serverSideEmit('typing:hidden', hidden);
    },
  };
}
