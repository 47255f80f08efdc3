import { useEffect, useRef } from 'react';
import { addBackEntry, followBack } from './back-entries';

/** While `open`, the browser's Back (on a phone, its gesture or button) calls `close` and stays on the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(followBack, []);
  useEffect(() => (open ? addBackEntry(() => latest.current()) : undefined), [open]);
}
