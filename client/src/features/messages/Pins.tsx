import { Suspense, useMemo } from 'react';
import { lazyPart } from '../../lib/lazy-part';
import { useOutbox } from '../../stores/outbox';
import { pendingFor } from '../../stores/outbox.reduce';
import { useThreads } from '../../stores/threads';
import { shownPins } from './shown-pins';

/** Few conversations have pins. */
const PinBar = lazyPart(() => import('./PinBar'), 'PinBar');

const none: readonly number[] = [];

/** What is pinned in a conversation; nothing where nothing is. */
export function Pins({ otherId, name }: { otherId: number; name: string }) {
  const pins = useThreads(({ byId }) => byId[otherId]?.pins ?? none);
  const acts = useOutbox((state) => state.acts);
  const shown = useMemo(() => shownPins(pins, pendingFor(acts, otherId)), [pins, acts, otherId]);
  return (
    shown.length > 0 && (
      <Suspense fallback={<div className="h-control border-line border-b" />}>
        <PinBar otherId={otherId} name={name} pins={shown} />
      </Suspense>
    )
  );
}
