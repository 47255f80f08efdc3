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
  if (!isOnline) return <Banner className="mb-6">You are offline. This page opens when you reconnect.</Banner>;
  return late && <Banner className="mb-6">Still trying to reach Sangam.</Banner>;
}
