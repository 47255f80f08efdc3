import { type ReactNode, useEffect, useState } from 'react';
import { useBrowserOnline } from '../../lib/hooks/window-state';
import { Banner } from './Banner';

/** The notice shows when loading takes longer than this. */
const SHOW_AFTER_MS = 3_000;

/** Wraps a skeleton. A notice over it says at once that there is no network, or after a while that the server is slow. */
export function SlowNotice({ children }: { children: ReactNode }) {
  const isOnline = useBrowserOnline();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="relative min-w-0">
      {children}
      {(late || !isOnline) && (
        <Banner className="absolute inset-x-0 top-0 z-10">
          {isOnline ? 'Still trying to reach Sangam.' : 'You are offline. This page opens when you reconnect.'}
        </Banner>
      )}
    </div>
  );
}
