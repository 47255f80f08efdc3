import { Suspense, useState } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { useOutbox } from '../../state/outbox/outbox';
import { pendingFor } from '../../state/outbox/outbox-order';
import { useThreads } from '../../state/thread/threads';
import type { PinBarProps } from './PinBar';
import { useShownPins } from './use-shown-pins';

/** Loaded on demand, since few conversations have pins. */
const PinBar = lazyPart<'PinBar', PinBarProps>(() => import('./PinBar'), 'PinBar');
const PinAnnouncer = latePart(() => import('./PinAnnouncer'), 'PinAnnouncer');

/** Shows a conversation's pins; nothing if there are none. */
export function Pins({ conversation, name }: { conversation: ConversationKey; name: string }) {
  const shown = useShownPins(conversation);
  const acts = useOutbox((state) => state.acts);
  const isReady = useThreads(({ byId }) => byId[conversation]?.status === 'ready');
  const [before, setBefore] = useState<readonly number[] | null>(null);
  if (isReady && before === null) setBefore(shown);
  const [hasChanged, setChanged] = useState(false);
  // A refresh brings the same pins in a new list.
  if (before !== null && !hasChanged && before.join() !== shown.join()) setChanged(true);
  return (
    <>
      {shown.length > 0 && (
        <Suspense fallback={<div className="h-control border-line border-b" />}>
          <PinBar conversation={conversation} name={name} pins={shown} />
        </Suspense>
      )}
      {before && hasChanged && (
        <PinAnnouncer
          conversation={conversation}
          name={name}
          before={before}
          pins={shown}
          isOwn={(seq) => pendingFor(acts, conversation).some((act) => act.seq === seq)}
        />
      )}
    </>
  );
}
