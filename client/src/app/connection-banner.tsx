import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { useOutbox } from '../chat/state/outbox/outbox';
import { useConnection } from '../core/realtime/connection-status';
import { useSession } from '../core/session/session';
import { useBrowserOnline, useIsNarrow } from '../lib/hooks/window-state';
import { Button } from '../ui/button/Button';
import { reloadPage } from '../ui/overlay/back-closes';
import { useStatusPlaces } from '../ui/page/status-lane';
import { reloadAllTabs, useNewVersion } from './updates';

/** A shorter interruption shows no message. */
const PATIENCE_MS = 1_000;
/** The same for the first connection, which may take longer on a slow phone; the page has just been fetched. */
const FIRST_PATIENCE_MS = 10_000;

/** Says in the bar when the screen isn't live, and when the tab is outdated. Renders nothing while live. */
export function ConnectionBanner() {
  const signedIn = useSession((state) => state.status === 'signed-in');
  const isUnanswered = useSession((state) => state.isUnanswered);
  const { status, refreshed, eventsPaused } = useConnection();
  const isOld = useNewVersion((state) => state.isReady);
  const online = useBrowserOnline();
  const { pathname } = useLocation();
  const hasUnsent = useOutbox(({ items }) => items.some(({ state }) => state !== 'failed'));
  const writes = hasUnsent || pathname.startsWith('/messages');
  // The socket notices a lost network only with its next heartbeat.
  const isLive = online && status === 'online' && !eventsPaused;
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
          <Button size="sm" className="xl:whitespace-nowrap" onClick={reloadPage}>
            Reload page
          </Button>
        }
      >
        Sangam has been updated.
      </Line>
    );
  }
  const state = online ? 'Reconnecting' : 'Offline';
  if (isUnanswered && !isLive && !refreshed) return <Line>{`${state}. Showing what was last loaded.`}</Line>;
  if (isLive || !late) {
    if (!isOld) return null;
    return (
      <Line
        canWait
        action={
          <Button size="sm" className="xl:whitespace-nowrap" onClick={reloadAllTabs}>
            Reload page
          </Button>
        }
      >
        A new version is ready.
      </Line>
    );
  }
  if (online && (refreshed || eventsPaused)) return <Line>Updating every 30 seconds.</Line>;
  return <Line>{`${state}. ${writes ? 'Messages will be sent later.' : 'This page may be out of date.'}`}</Line>;
}

interface LineProps {
  children: string;
  action?: ReactNode;
  /** Not shown below a conversation's title, where there is little room. */
  canWait?: boolean;
}

/** A line in the bar, where it moves nothing; in a conversation on a phone, below the title. */
function Line({ children, action, canWait = false }: LineProps) {
  const isNarrow = useIsNarrow();
  const { bar, title } = useStatusPlaces();
  const isInTitle = isNarrow && title !== null;
  const place = isInTitle ? title : bar;
  if (place === null || (isInTitle && canWait)) return null;
  return createPortal(
    <div
      data-connection
      className={
        isInTitle
          ? 'flex items-center gap-2 text-muted text-xs leading-[0.875rem]'
          : 'flex h-full items-center gap-2 text-xs leading-4 max-22rem:leading-[0.875rem] md:justify-end md:pl-2'
      }
    >
      {/* No icon below a title, where the text needs the room. */}
      {action === undefined && !isInTitle && (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-muted max-md:hidden" />
      )}
      <span className={isInTitle ? 'line-clamp-2' : 'line-clamp-3 max-22rem:line-clamp-4'}>{children}</span>
      {action}
    </div>,
    place,
  );
}
