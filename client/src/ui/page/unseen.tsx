import { useEffect, useId, useState } from 'react';
import { create } from 'zustand';
import { isAtRest } from '../../lib/hooks/reader-at-rest';
import { useRelease, useWhenAtRest } from '../../lib/hooks/use-still-rows';
import { ShowNew } from './ShowNew';

/** The number of waiting items in sections that the page does not show yet, by section. */
const useUnseen = create<Record<string, number>>(() => ({}));

/** Offers a hidden section's waiting items in the page's own line (`ShowUnseen`), since a section without rows has no heading. */
export function useWaitsUnseen(waiting: number, isUnseen: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnseen || waiting === 0) return;
    useUnseen.setState({ [id]: waiting });
    return () => useUnseen.setState(({ [id]: _, ...others }) => others, true);
  }, [id, isUnseen, waiting]);
}

/**
 * Whether to show a part of the page with `count` items: if it has any at first, in a hidden tab, or once the reader rests or asks for it.
 */
export function useAppears(count: number): boolean {
  const [isOn, setOn] = useState(count > 0);
  const isWaiting = !isOn && count > 0;
  if (isWaiting && (document.hidden || isAtRest())) setOn(true);
  useRelease(() => count > 0 && setOn(true));
  useWhenAtRest(isWaiting, () => setOn(true));
  useWaitsUnseen(count, !isOn);
  return isOn;
}

/** The button that shows hidden sections, which would otherwise move the page. */
export function ShowUnseen() {
  const waiting = Object.values(useUnseen()).reduce((sum, count) => sum + count, 0);
  return <ShowNew waiting={waiting} words={['update', 'updates']} />;
}
