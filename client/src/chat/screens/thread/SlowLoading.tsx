import { useEffect, useState } from 'react';
import { retryInFlight } from '../../../core/api/client';
import { useBrowserOnline } from '../../../lib/hooks/window-state';
import { Button } from '../../../ui/button/Button';
import { Banner } from '../../../ui/page/Banner';

/** A request without an answer by then is likely stuck on a dead connection. */
const SHOW_AFTER_MS = 3_000;

/** Says over a skeleton that loading is slow or that the network is away. Retry asks again at once. */
export function SlowLoading({ onRetry }: { onRetry: () => unknown }) {
  const online = useBrowserOnline();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (online && !late) return null;
  const retry = () => {
    retryInFlight();
    onRetry();
  };
  return (
    // Lies over the skeleton, which stays in its place.
    <div className="relative z-10 h-0">
      <Banner
        className="absolute inset-x-3 top-3"
        action={
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        }
      >
        {online ? 'Still trying to reach Sangam.' : 'You are offline.'}
      </Banner>
    </div>
  );
}
