import { type ReactNode, useEffect, useState } from 'react';
import { useBrowserOnline } from '../../lib/hooks/window-state';
import { Banner } from './Banner';

/** The notice shows when loading takes longer than this: the request is then probably stuck on a dead connection. */
const SHOW_AFTER_MS = 3_000;

interface SlowBannerProps {
  /** The text while there is no network. */
  offline: string;
  action?: ReactNode;
  /** Places it over a skeleton, which stays in its place. */
  className: string;
}

/** Says at once that there is no network, or after a while that the server is slow. */
export function SlowBanner({ offline, action, className }: SlowBannerProps) {
  const isOnline = useBrowserOnline();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOnline && !late) return null;
  return (
    <Banner className={className} action={action}>
      {isOnline ? 'Still trying to reach Sangam.' : offline}
    </Banner>
  );
}

/** Wraps a skeleton, with a `SlowBanner` over it. */
export const SlowNotice = ({ children }: { children: ReactNode }) => (
  <div className="relative min-w-0">
    {children}
    <SlowBanner
      offline="You’re offline. This page opens when you reconnect."
      className="absolute inset-x-0 top-0 z-10 mx-auto w-fit max-w-full shadow-float"
    />
  </div>
);
