import { MessageCircle } from 'lucide-react';
import { useMemo, useState } from 'react';
import { failureText, isRefusedWith } from '../../../core/api/errors';
import { useConnection } from '../../../core/realtime/connection-status';
import { useSession } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart } from '../../../lib/loading/lazy-part';
import { EmptyPane } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { useKind, useTypingIn } from '../../state/kinds';
import { useOutbox } from '../../state/outbox/outbox';
import { pendingFor } from '../../state/outbox/outbox-order';
import { useThreads } from '../../state/thread/threads';
import { useThreadCards } from '../cards/use-thread-cards';
import { SlowLoading } from '../loading/SlowLoading';
import { useTextsReady } from '../message/text-parts';
import { Pins } from '../pins/Pins';
import { sentUnanswered, threadItems } from '../thread-items/thread.select';
import { Announcer } from './Announcer';
import { MessageScroller } from './MessageScroller';

/** Loaded on demand, since few conversations are unanswered. */
const MessagesLeft = latePart(() => import('../../../contact/screens/ContactLimits'), 'MessagesLeft');

/** Only a touch screen shows no buttons at messages. */
const TapHint = latePart(() => import('./TapHint'), 'TapHint');

interface ThreadBodyProps {
  conversation: ConversationKey;
  otherId: number | null;
  name: string;
  onRetry: () => unknown;
}

/**
 * Whether the member may have left the team since it was cached. Its cached thread waits for the first refresh, unless the server doesn't
 * answer.
 */
function useIsUnconfirmed(conversation: ConversationKey): boolean {
  const { isNamed } = useKind(conversation);
  const isUnanswered = useSession((state) => state.isUnanswered);
  const isKnown = useConnection(({ status, refreshed }) => status !== 'connecting' || refreshed);
  const [isOver, setOver] = useState(!isNamed);
  if (!isOver && (isUnanswered || isKnown)) setOver(true);
  return !isOver;
}

/** Shows the messages, or their loading, empty or error state. */
export function ThreadBody({ conversation, otherId, name, onRetry }: ThreadBodyProps) {
  const thread = useThreads((state) => state.byId[conversation]);
  const outbox = useOutbox((state) => state.items);
  const allActs = useOutbox((state) => state.acts);
  const me = useSession((state) => state.user?.id ?? 0);
  const kind = useKind(conversation);
  const pendings = useMemo(() => pendingFor(outbox, conversation), [outbox, conversation]);
  const acts = useMemo(() => pendingFor(allActs, conversation), [allActs, conversation]);
  const { cards, part, settled } = useThreadCards(conversation, otherId, me);
  const isReady = thread?.status === 'ready';
  const hasTexts = useTextsReady(isReady ? thread.messages : null);
  const items = useMemo(() => {
    const messages = threadItems(thread, pendings, me, acts);
    return part ? part.withCards(messages, thread, cards) : messages;
  }, [thread, pendings, acts, me, cards, part]);
  // The other member accepts no messages, so none are left to count.
  const isRefused = pendings.some(({ error }) => isRefusedWith(error, 'CONTACT_REFUSED'));
  const unanswered = useMemo(() => sentUnanswered(thread, cards, me), [thread, cards, me]);

  const isUnconfirmed = useIsUnconfirmed(conversation);

  // The error stays while the next try runs; without a connection, a skeleton would never end.
  if (thread?.error && items.count === 0) {
    return (
      <LoadFailed
        message="Failed to load messages"
        detail={failureText(thread.error, '')}
        onRetry={onRetry}
        className="flex-1 justify-center"
      />
    );
  }
  if (isUnconfirmed || !settled || (isReady ? !hasTexts : items.count === 0)) {
    return (
      <>
        <SlowLoading onRetry={onRetry} />
        <ThreadSkeleton />
      </>
    );
  }
  return (
    <>
      {/* Shown together with the messages, since it would push the skeleton down. */}
      <Pins conversation={conversation} name={name} />
      {thread === undefined || items.count === 0 ? (
        <EmptyPane icon={MessageCircle} title={kind.greeting(name)}>
          This is the beginning of your conversation.
        </EmptyPane>
      ) : (
        <MessageScroller
          key={thread.windowId}
          conversation={conversation}
          name={name}
          thread={thread}
          items={items}
          me={me}
          cards={part}
        />
      )}
      <TypingLine conversation={conversation} name={name} hasMessages={Boolean(thread?.messages.length)} />
      <Announcer conversation={conversation} name={name} me={me} />
      {part && <part.CardAnnouncer cards={cards} name={name} me={me} />}
      {unanswered !== null && otherId !== null && !isRefused && (
        <MessagesLeft otherId={otherId} name={name} sent={unanswered} />
      )}
    </>
  );
}

const lines = ['w-2/5', 'w-1/2 ml-auto', 'w-1/3 ml-auto', 'w-3/5', 'w-2/5 ml-auto'];

/** Placeholder for the messages while they load. */
function ThreadSkeleton() {
  return (
    <Loading label="Loading messages" className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-4">
      {lines.map((width) => (
        <Skeleton key={width} className={`h-10 rounded-xl ${width}`} />
      ))}
    </Loading>
  );
}

interface TypingLineProps {
  conversation: ConversationKey;
  name: string;
  hasMessages: boolean;
}

/** Shows who is typing, or how a touch screen opens a message's actions. Its space is reserved, so that nothing moves. */
function TypingLine({ conversation, name, hasMessages }: TypingLineProps) {
  const typing = useTypingIn(conversation, name);
  return (
    <p aria-hidden={typing === null} className="h-5 truncate px-2.5 text-muted text-xs md:px-4">
      {typing ?? (hasMessages && navigator.maxTouchPoints > 0 && <TapHint />)}
    </p>
  );
}
