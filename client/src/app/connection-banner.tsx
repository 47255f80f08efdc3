import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useOutbox } from '../chat/state/outbox/outbox';
import { useConnection } from '../core/realtime/connection-status';
import { useSession } from '../core/session/session';
import { useBrowserOnline } from '../lib/hooks/window-state';
import { Button } from '../ui/button/Button';
import { Banner } from '../ui/page/Banner';
import { reloadAllTabs, useNewVersion } from './updates';

/** A shorter interruption isn't worth a message … */
const PATIENCE_MS = 1_000;
/** … and on a slow phone the first connection may take longer: the page has just been fetched. */
const FIRST_PATIENCE_MS = 10_000;

const outOfDate = 'This page may be out of date.';

/** Says when the screen isn't live, and when the tab is outdated. Renders nothing while live. */
export function ConnectionBanner() {
  const signedIn = useSession((state) => state.status === 'signed-in');
  const isCached = useSession((state) => state.isCached);
  const { status, refreshed, eventsPaused } = useConnection();
  const isOld = useNewVersion((state) => state.isReady);
  const online = useBrowserOnline();
  const { pathname } = useLocation();
  const hasUnsent = useOutbox(({ items }) => items.some(({ state }) => state !== 'failed'));
  const writes = hasUnsent || pathname.startsWith('/messages');
  const isLive = status === 'online' && !eventsPaused;
  const patienceMs = status === 'connecting' ? FIRST_PATIENCE_MS : PATIENCE_MS;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (isLive) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isLive, patienceMs]);
  if (!signedIn) return null;
  if (status === 'outdated') {
    return (
      <Line
        action={
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      >
        Sangam has been updated. Reload to continue.
      </Line>
    );
  }
  if (isCached && !isLive && !refreshed)
    return <Line>{`${online ? 'Reconnecting' : 'Offline'}. Showing what was last loaded.`}</Line>;
  if (isLive || !late) {
    if (!isOld) return null;
    return (
      <Line
        action={
          <Button size="sm" onClick={reloadAllTabs}>
            Reload
          </Button>
        }
      >
        A new version is ready.
      </Line>
    );
  }
  if (!online)
    return <Line>{`You are offline. ${writes ? 'Messages will be sent when you reconnect.' : outOfDate}`}</Line>;
  if (refreshed || eventsPaused) return <Line>Live updates paused; refreshing every 30 seconds.</Line>;
  return <Line>{`Reconnecting. ${writes ? 'Messages will be sent once you are connected.' : outOfDate}`}</Line>;
}

/** Stays below the bar while the page scrolls. */
function Line({ children, action }: { children: string; action?: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  // Toasts and the header of a conversation move down below the banner.
  useLayoutEffect(() => {
    const root = document.documentElement;
    const observer = new ResizeObserver(() =>
      root.style.setProperty('--banner-h', `${line.current?.offsetHeight ?? 0}px`),
    );
    if (line.current) observer.observe(line.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--banner-h');
    };
  }, []);
  return (
    <div
      ref={line}
      className="sticky top-[calc(var(--bar-h)+var(--safe-top))] z-20 mx-auto w-full max-w-page bg-ink px-4 py-2 sm:px-6"
    >
      <Banner action={action}>{children}</Banner>
    </div>
  );
}
