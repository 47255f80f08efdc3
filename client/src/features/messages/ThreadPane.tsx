import { useCallback, useEffect, useState } from 'react';
import { refresh } from '../../realtime/refresh';
import { setDraft, useConversations } from '../../stores/conversations';
import { applyPresence, presenceMoment, showPresence } from '../../stores/presence';
import { openThread, useThreads } from '../../stores/threads';
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
  const draft = useConversations((state) => (state.draft?.id === otherId ? state.draft.name : undefined));
  const [fetched, setFetched] = useState<string>();
  const name = known ?? fetched ?? draft ?? 'Member';

  const sync = useCallback(async () => {
    const since = presenceMoment();
    const answer = await openThread(otherId);
    if (!answer.ok) {
      // What is shown is what was loaded before: the refresh asks again until it is up to date.
      if (useThreads.getState().byId[otherId]?.status === 'ready') void refresh('gap');
      return;
    }
    if (answer.value === null) return;
    applyPresence([answer.value], since);
    setFetched(answer.value.name);
    // A link may have named them otherwise.
    if (useConversations.getState().draft?.id === otherId) setDraft({ id: otherId, name: answer.value.name });
  }, [otherId]);
  useEffect(() => void sync(), [sync]);
  useEffect(() => showPresence([otherId]), [otherId]);

  return (
    <section aria-label={`Conversation with ${name}`} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <ThreadHeader otherId={otherId} name={name} onBack={onBack} />
      <ThreadBody otherId={otherId} name={name} onRetry={sync} />
      <Composer otherId={otherId} name={name} />
    </section>
  );
}
