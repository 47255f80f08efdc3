import { hourMs } from '@sangam/shared/core/limits';
import { create } from 'zustand';
import { useConnection } from '../core/realtime/connection-status';
import { monotonicMs } from '../lib/clock';
import { pageVersion } from '../lib/loading/lazy-part';
import { jitter, pauseAfter } from '../lib/retry';
import { openTabChannel } from '../lib/tab-channel';
import { reloadPage } from '../ui/overlay/back-closes';

/** How long registering the worker waits, so that the page loads first. */
const REGISTER_AFTER_MS = 2_000;
/** How often the page checks for a new version. */
const CHECK_EVERY_MS = hourMs;
/** The page also checks when its tab becomes visible, if the last check is older than this. */
const CHECK_AGAIN_AFTER_MS = 60_000;
/** Pauses before checking again after a new version couldn't be stored completely. */
const CHECK_AFTER_FAILED_MS = [60_000, 300_000, 900_000, CHECK_EVERY_MS];
/** A server that comes back may have been updated. All tabs check then, spread over this time. */
const RECONNECT_SPREAD_MS = 10_000;
const CHANNEL = 'reload';

/**
 * Registers the service worker (client/worker), which stores the application for offline starts, and checks for new
 * versions until the returned function is called. Does nothing where the browser has no service workers (plain http
 * from another host).
 */
export function followUpdates(): () => void {
  const version = pageVersion();
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const live = new AbortController();
  const { signal } = live;
  if (version === undefined || container === undefined) return () => undefined;

  const tabs = openTabChannel(CHANNEL, followReload);
  const start = setTimeout(() => void register(container, version, signal), REGISTER_AFTER_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(start);
    tabs.close();
  });
  return () => live.abort();
}

async function register(container: ServiceWorkerContainer, version: string, signal: AbortSignal): Promise<void> {
  // The browser may refuse the worker or be offline; the application works without one.
  const registration = await container.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined || signal.aborted) return;
  const onMessage = ({ data, source }: MessageEvent<{ version?: unknown } | null>) => {
    const isNewest = registration.waiting === null || registration.waiting === source;
    if (isNewest && typeof data?.version === 'string') useNewVersion.setState({ isReady: data.version !== version });
  };
  container.addEventListener('message', onMessage, { signal });
  askVersion(registration.waiting ?? registration.active);
  let checkedAtMs = monotonicMs();
  const check = () => {
    checkedAtMs = monotonicMs();
    // Fails without a network, which needs no handling.
    registration.update().catch(() => undefined);
  };
  const hourly = setInterval(check, CHECK_EVERY_MS);
  let failed = 0;
  let sooner: ReturnType<typeof setTimeout> | undefined;
  followInstalls(registration, signal, (worker) => {
    clearTimeout(sooner);
    failed = worker === null ? failed + 1 : 0;
    if (worker === null) sooner = setTimeout(check, jitter(pauseAfter(failed, CHECK_AFTER_FAILED_MS)));
    else askVersion(worker);
  });
  const onVisible = () => {
    if (!document.hidden && monotonicMs() - checkedAtMs > CHECK_AGAIN_AFTER_MS) check();
  };
  let reconnected: ReturnType<typeof setTimeout> | undefined;
  const stop = useConnection.subscribe((now, before) => {
    if (now.status !== 'online' || before.status !== 'away') return;
    clearTimeout(reconnected);
    reconnected = setTimeout(check, Math.random() * RECONNECT_SPREAD_MS);
  });
  document.addEventListener('visibilitychange', onVisible, { signal });
  signal.addEventListener('abort', () => {
    clearInterval(hourly);
    clearTimeout(sooner);
    clearTimeout(reconnected);
    stop();
  });
}

/** A worker answers with a message to this tab. */
const askVersion = (worker: ServiceWorker | null): void => worker?.postMessage('which version?');

/**
 * Calls back with each worker that has stored its version completely, and with null for one that failed. Doesn't wait for activation: the
 * previous worker may stay for minutes, and a reload gets the new version anyway.
 */
function followInstalls(
  registration: ServiceWorkerRegistration,
  signal: AbortSignal,
  onEnd: (stored: ServiceWorker | null) => void,
): void {
  let followed: ServiceWorker | null = null;
  const follow = () => {
    const worker = registration.installing;
    if (worker === null || worker === followed) return;
    followed = worker;
    const onState = () => {
      if (worker.state !== 'installed' && worker.state !== 'redundant') return;
      worker.removeEventListener('statechange', onState);
      onEnd(worker.state === 'installed' ? worker : null);
    };
    worker.addEventListener('statechange', onState, { signal });
  };
  follow();
  registration.addEventListener('updatefound', follow, { signal });
}

/** Reloads this tab and all other outdated ones with the new version. */
export function reloadAllTabs(): void {
  const tabs = openTabChannel<null>(CHANNEL);
  tabs.post(null);
  tabs.close();
  reloadPage();
}

/** Reloads because another tab asked to. A tab with an open form doesn't, since its text isn't stored, and keeps its own notice. */
function followReload(): void {
  if (useNewVersion.getState().isReady && document.querySelector('form[novalidate]') === null) window.location.reload();
}

/** Whether a newer version than this tab's is ready. The state of the tab, not of a member, so a reset keeps it. */
export const useNewVersion = create<{ isReady: boolean }>(() => ({ isReady: false }));
