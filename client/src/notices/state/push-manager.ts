import { wait } from '../../lib/retry';

/** The worker is registered a little after the page was loaded; where there is none by then, there will be none. */
const READY_WITHIN_MS = 6_000;

/** undefined where the operator has switched the service worker off, or the page is not over https. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const found = await navigator.serviceWorker?.getRegistration();
  return found?.active ? found : undefined;
};

/**
 * Subscribes this browser with the server's key; a subscription with another key is replaced. Null where it cannot. Throws what
 * the browser's push service refuses.
 */
export async function subscribeBrowser(key: string): Promise<PushSubscription | null> {
  const ready = await Promise.race([navigator.serviceWorker.ready, wait(READY_WITHIN_MS)]);
  const manager = ready?.pushManager;
  if (manager === undefined) return null;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = await manager.getSubscription();
  if (known === null) return manager.subscribe(options);
  if (keyOf(known) === key) return known;
  await known.unsubscribe();
  return manager.subscribe(options);
}

function keyOf({ options }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Ends the subscription, and takes away what it has shown. */
export async function unsubscribeBrowser(): Promise<void> {
  const worker = await registration();
  if (worker === undefined) return;
  await (await worker.pushManager?.getSubscription())?.unsubscribe();
  for (const notice of await worker.getNotifications()) notice.close();
  await caches.delete('pushed');
}
