import { useEffect, useRef } from 'react';
import { monotonicMs } from '../../../lib/clock';
import { sendTyping } from '../../sync/typing';

/** While one writes it is said again in this time, well before the other side lets it lapse. */
const REPEAT_MS = 3_000;

/** Tells the other member that one is writing; returns what to call with the text on each change. */
export function useTypingSignal(otherId: number): (text: string) => void {
  const toldAtMs = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (toldAtMs.current !== null) sendTyping(otherId, false);
    },
    [otherId],
  );
  return (text) => {
    const nowMs = monotonicMs();
    if (text.trim() === '') {
      if (toldAtMs.current !== null) sendTyping(otherId, false);
      toldAtMs.current = null;
    } else if (toldAtMs.current === null || nowMs - toldAtMs.current > REPEAT_MS) {
      toldAtMs.current = nowMs;
      sendTyping(otherId, true);
    }
  };
}
