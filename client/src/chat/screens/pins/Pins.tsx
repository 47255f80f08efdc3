import { Suspense, useMemo, useState } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { useOutbox } from '../../state/outbox/outbox';
import { pendingFor } from '../../state/outbox/outbox-order';
import { useThreads } from '../../state/thread/threads';
import { shownPins } from '../message/shown-acts';
import type { PinBarProps } from './PinBar';

/** Few conversations have pins. */
const PinBar = lazyPart<'PinBar', PinBarProps>(() => import('./PinBar'), 'PinBar');
const PinAnnouncer = lazyPart(() => import('./PinAnnouncer'), 'PinAnnouncer');

const none: readonly number[] = [];

/** Shows a conversation's pins; nothing if there are none. */
export function Pins({ conversation, name }: { conversation: ConversationKey; name: string }) {
  const pins = useThreads(({ byId }) => byId[conversation]?.pins ?? none);
  const acts = useOutbox((state) => state.acts);
  const waiting = useMemo(() => pendingFor(acts, conversation), [acts, conversation]);
  const shown = useMemo(() => shownPins(pins, waiting), [pins, waiting]);
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
        <Suspense>
          <PinAnnouncer
            {...{ conversation, name, before, pins: shown }}
            isOwn={(seq) => waiting.some((act) => act.seq === seq)}
          />
        </Suspense>
      )}
    </>
  );
}
