import { MessageCircle } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { failureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ErrorState } from '../../../ui/page/ErrorState';
import { useOutbox } from '../../state/outbox/outbox';
import { pendingFor } from '../../state/outbox/outbox.reduce';
import { useThreads } from '../../state/thread/threads';
import { useThreadCards } from '../cards/use-thread-cards';
import { Announcer } from './Announcer';
import { MessageScroller } from './MessageScroller';
import { SlowLoading } from './SlowLoading';
import { ThreadSkeleton } from './ThreadSkeleton';
import { TypingLine } from './TypingLine';
import { sentUnanswered, threadItems } from './thread.select';

/** Few conversations have no answer. */
const MessagesLeft = lazyPart(() => import('../../../contact/screens/MessagesLeft'), 'MessagesLeft');

interface ThreadBodyProps {
  otherId: number;
  name: string;
  onRetry: () => unknown;
}

/** The messages, or what stands in their place. */
export function ThreadBody({ otherId, name, onRetry }: ThreadBodyProps) {
  const thread = useThreads((state) => state.byId[otherId]);
  const outbox = useOutbox((state) => state.items);
  const allActs = useOutbox((state) => state.acts);
  const me = useSession((state) => state.user?.id ?? 0);
  const pendings = useMemo(() => pendingFor(outbox, otherId), [outbox, otherId]);
  const acts = useMemo(() => pendingFor(allActs, otherId), [allActs, otherId]);
  const { cards, part, settled } = useThreadCards(otherId, me);
  const items = useMemo(() => {
    const messages = threadItems(thread, pendings, me, acts);
    return part ? part.withCards(messages, thread, cards) : messages;
  }, [thread, pendings, acts, me, cards, part]);
  const unanswered = useMemo(() => sentUnanswered(thread, cards, otherId), [thread, cards, otherId]);

  // It stays while the next try runs: without a connection, that would be a skeleton without end.
  if (thread?.error && items.count === 0) {
    return (
      <ErrorState
        message="Failed to load messages"
        detail={failureText(thread.error, '')}
        onRetry={onRetry}
        className="flex-1 justify-center"
      />
    );
  }
  if ((items.count === 0 && thread?.status !== 'ready') || !settled) {
    return (
      <>
        <SlowLoading onRetry={onRetry} />
        <ThreadSkeleton />
      </>
    );
  }
  return (
    <>
      {thread === undefined || items.count === 0 ? (
        <EmptyState icon={MessageCircle} title={`Say hello to ${name}`} className="flex-1 justify-center">
          This is the beginning of your conversation.
        </EmptyState>
      ) : (
        <MessageScroller
          key={thread.windowId}
          otherId={otherId}
          name={name}
          thread={thread}
          items={items}
          me={me}
          cards={part}
        />
      )}
      <TypingLine otherId={otherId} name={name} />
      <Announcer otherId={otherId} name={name} />
      {part && <part.CardAnnouncer cards={cards} name={name} me={me} />}
      {unanswered !== null && (
        <Suspense>
          <MessagesLeft otherId={otherId} name={name} sent={unanswered} />
        </Suspense>
      )}
    </>
  );
}
