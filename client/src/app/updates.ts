import { create } from 'zustand';
import { pageVersion } from '../lib/loading/lazy-part';
import { loadPart } from '../lib/loading/load-part';
import { openTabChannel } from '../lib/tab-channel';

/** How long registering the worker waits, so that the page loads first. */
const REGISTER_AFTER_MS = 2_000;
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

  const noteNewest = (newest: string) => useNewVersion.setState({ isReady: newest !== version });
  const tabs = openTabChannel(CHANNEL, followReload);
  const start = setTimeout(
    () =>
      void loadPart(() => import('./follow-worker'), signal).then((part) =>
        part?.followWorker(container, noteNewest, signal),
      ),
    REGISTER_AFTER_MS,
  );
  signal.addEventListener('abort', () => {
    clearTimeout(start);
    tabs.close();
  });
  return () => live.abort();
}

/** Reloads this tab and all other outdated ones with the new version. */
export function reloadAllTabs(): void {
  const tabs = openTabChannel<null>(CHANNEL);
  tabs.post(null);
  tabs.close();
  window.location.reload();
}

/** Reloads because another tab asked to. A tab with an open form doesn't, since its text isn't stored, and keeps its own notice. */
function followReload(): void {
  if (useNewVersion.getState().isReady && document.querySelector('form[novalidate]') === null) window.location.reload();
}

/** Whether a newer version than this tab's is ready. The state of the tab, not of a member, so a reset keeps it. */
export const useNewVersion = create<{ isReady: boolean }>(() => ({ isReady: false }));
