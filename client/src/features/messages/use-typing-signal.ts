import { useEffect, useRef } from 'react';
import { sendTyping } from '../../realtime/typing';

/** While one writes it is said again in this time, well before the other side lets it lapse. */
const REPEAT_MS = 3_000;

/** Tells the other member that one is writing; returns what to call with the text on each change. */
export function useTypingSignal(otherId: number): (text: string) => void {
  const toldAt = useRef(0);
  useEffect(
    () => () => {
      if (toldAt.current > 0) sendTyping(otherId, false);
    },
    [otherId],
  );
  return (text) => {
    const now = Date.now();
    if (text.trim() === '') {
      if (toldAt.current > 0) sendTyping(otherId, false);
      toldAt.current = 0;
    } else if (now - toldAt.current > REPEAT_MS) {
      toldAt.current = now;
      sendTyping(otherId, true);
    }
  };
}
