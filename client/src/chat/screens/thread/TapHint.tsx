import { useEffect, useState } from 'react';
import { storedEntries } from '../../../lib/stored-entries';

const KEY = 'message-tapped';
const stored = storedEntries();

/** Says on a touch screen that a tap opens a message's actions, until one has. */
export function TapHint() {
  const [isNeeded, setNeeded] = useState(
    () => window.matchMedia('(pointer: coarse)').matches && stored.read(KEY) === null,
  );
  useEffect(() => {
    if (!isNeeded) return;
    // The tap presses the message's hidden button (`openMenuOnTap`).
    const note = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[data-message] [aria-haspopup=menu]') === null) return;
      stored.write(KEY, 'yes');
      setNeeded(false);
    };
    document.addEventListener('click', note);
    return () => document.removeEventListener('click', note);
  }, [isNeeded]);
  return isNeeded ? 'Tap a message for its actions' : null;
}
