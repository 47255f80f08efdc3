import { useEffect, useState } from 'react';
import { useBrowserOnline } from '../../lib/hooks/window-state';
import { Banner } from './Banner';

/** The notice shows when loading takes longer than this. */
const SHOW_AFTER_MS = 3_000;

/** Says at once if there is no network, and after a while that the server is slow. */
export function SlowNotice() {
  const isOnline = useBrowserOnline();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOnline && !late) return null;
  return (
    // Lies over the skeleton, which stays in its place.
    <div className="relative z-10 h-0">
      <Banner className="absolute inset-x-0 top-0">
        {isOnline ? 'Still trying to reach Sangam.' : 'You are offline. This page opens when you reconnect.'}
      </Banner>
    </div>
  );
}
