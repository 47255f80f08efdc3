import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed. Drawn before the browser lays the paper out, which waits for no later frame. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const onPrint = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    const events = ['beforeprint', 'afterprint'];
    for (const event of events) window.addEventListener(event, onPrint);
    return () => {
      for (const event of events) window.removeEventListener(event, onPrint);
    };
  }, []);
  return isPrinting;
}
