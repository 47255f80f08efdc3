import { monotonicMs } from '../lib/clock';
import { pageVersion } from '../lib/reload-once';
import { useConnection } from '../stores/connection';
import { useNewVersion } from '../stores/new-version';

/** The page's own loading comes first. */
const REGISTER_AFTER_MS = 2_000;
/** Looks for a new version this often … */
const CHECK_EVERY_MS = 3_600_000;
/** … and when the tab is seen again, if the last look is longer ago than this. */
const CHECK_AGAIN_AFTER_MS = 60_000;
/** A server that comes back may have been updated; all tabs that hear of it ask within this time. */
const RECONNECT_SPREAD_MS = 10_000;
const CHANNEL = 'reload';

/**
 * Registers the service worker (client/worker), which keeps the application for a start without a network, and has it look for
 * new versions, until the returned function is called. Where the browser has none (plain http from another host) nothing
 * happens.
 */
export function followUpdates(): () => void {
  const version = pageVersion();
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const live = new AbortController();
  const { signal } = live;
  if (version === undefined || container === undefined) return () => undefined;

  const onMessage = ({ data }: MessageEvent<{ version?: unknown } | null>) => {
    const known = data?.version;
    if (typeof known === 'string') useNewVersion.setState({ isReady: known !== version });
  };
  container.addEventListener('message', onMessage, { signal });
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.addEventListener('message', followReload);
  const start = setTimeout(() => void register(container, signal), REGISTER_AFTER_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(start);
    tabs.close();
  });
  return () => live.abort();
}

async function register(container: ServiceWorkerContainer, signal: AbortSignal): Promise<void> {
  // Refused by the browser, or not there for want of a network: the application works without it.
  const registration = await container.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined || signal.aborted) return;
  registration.active?.postMessage('which version?');
  let checkedAtMs = monotonicMs();
  const check = () => {
    checkedAtMs = monotonicMs();
    // Without a network there is nothing to learn.
    registration.update().catch(() => undefined);
  };
  const hourly = setInterval(check, CHECK_EVERY_MS);
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
    clearTimeout(reconnected);
    stop();
  });
}

/** Loads this tab and all other old ones anew: with the version that the server has now. */
export function reloadAllTabs(): void {
  const tabs = new BroadcastChannel(CHANNEL);
  tabs.postMessage(null);
  tabs.close();
  window.location.reload();
}

/** Another tab was told to reload. What is written in a form is stored nowhere, so a tab with one open keeps its own notice. */
function followReload(): void {
  if (useNewVersion.getState().isReady && document.querySelector('form[novalidate]') === null) window.location.reload();
}
