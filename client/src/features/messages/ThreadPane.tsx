import { useCallback, useEffect } from 'react';
import { refresh } from '../../realtime/refresh';
import { useConversations, useNewConversation } from '../../stores/conversations';
import { useMember } from '../../stores/entities/members';
import { useThreads } from '../../stores/threads';
import { openThread } from '../../stores/threads.sync';
import { showPresence } from '../../stores/watch';
import { Composer } from './Composer';
import { ThreadBody } from './ThreadBody';
import { ThreadHeader } from './ThreadHeader';

interface ThreadPaneProps {
  otherId: number;
  onBack: () => void;
}

/** The open conversation. Mounted anew for each one. */
export function ThreadPane({ otherId, onBack }: ThreadPaneProps) {
  const known = useConversations((state) => state.list.data?.find((item) => item.id === otherId)?.name);
  const member = useMember(otherId);
  const begun = useNewConversation();
  const name = known ?? member?.name ?? (begun?.id === otherId ? begun.name : 'Member');

  const sync = useCallback(async () => {
    const answer = await openThread(otherId);
    // What is shown is what was loaded before: the refresh asks again until it is up to date.
    if (!answer.ok && useThreads.getState().byId[otherId]?.status === 'ready') void refresh('gap');
  }, [otherId]);
  useEffect(() => {
    void sync();
    return () => void openThread(null);
  }, [sync]);
  useEffect(() => showPresence([otherId]), [otherId]);

  return (
    <section aria-label={`Conversation with ${name}`} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <ThreadHeader otherId={otherId} name={name} onBack={onBack} />
      <ThreadBody otherId={otherId} name={name} onRetry={sync} />
      <Composer otherId={otherId} name={name} />
    </section>
  );
}
