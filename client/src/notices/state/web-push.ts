import { create } from 'zustand';
import { request } from '../../core/api/client';
import { currentUserId, renewToken } from '../../core/session/session';
import { onReset, storesEpoch } from '../../core/store/reset';
import { logFailure } from '../../lib/log';
import { within } from '../../lib/within';
import { readWebPushChoice, webPushSupport, writeWebPushChoice } from './web-push-choice';

/** Whether this device shows notifications while its tabs are closed. */
interface WebPushState {
  /** `unknown` until checked. `blocked`: the browser's permission is denied. `install`: see `webPushSupport`. */
  status: 'unknown' | 'off' | 'on' | 'blocked' | 'install' | 'unsupported';
  showsText: boolean;
  isBusy: boolean;
}

const unknown: WebPushState = { status: 'unknown', showsText: false, isBusy: false };
export const useWebPushState = create<WebPushState>(() => unknown);
onReset(() => useWebPushState.setState(unknown));
onReset(() => {
  // The next member at this browser must not get the notifications of the last one.
  unsubscribeBrowser().catch((error: unknown) => logFailure('A push subscription couldn’t be ended', error));
});

const withoutWebPush = (): WebPushState['status'] | null => {
  const support = webPushSupport();
  if (support !== 'yes') return support === 'install' ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
};

/** Checks this device, and restores the choice that the member made here in an earlier session. */
export async function loadWebPush(): Promise<void> {
  const member = currentUserId();
  const not = withoutWebPush();
  if (member === null || not !== null) return void (not !== null && useWebPushState.setState({ status: not }));
  const choice = readWebPushChoice(member);
  if (choice === null || Notification.permission !== 'granted') return useWebPushState.setState({ status: 'off' });
  await turnWebPushOn({ showsText: choice === 'text' });
}

/** Asks for the browser's permission if needed, and subscribes this device. Returns whether push is on. */
export async function turnWebPushOn({ showsText = false } = {}): Promise<boolean> {
  const member = currentUserId();
  const epoch = storesEpoch();
  if (member === null || useWebPushState.getState().isBusy) return false;
  useWebPushState.setState({ isBusy: true });
  const status = await subscribe(showsText).catch((error: unknown) => {
    logFailure('This browser couldn’t be subscribed', error);
    return null;
  });
  if (epoch !== storesEpoch()) {
    if (currentUserId() !== member) await unsubscribeBrowser();
    return false;
  }
  if (status === null)
    useWebPushState.setState(({ status: before }) => ({ isBusy: false, status: before === 'on' ? 'on' : 'off' }));
  else useWebPushState.setState({ isBusy: false, status, ...(status === 'on' ? { showsText } : {}) });
  if (status === 'on') writeWebPushChoice(member, showsText ? 'text' : 'on');
  return status === 'on';
}

/** Subscribes the browser and stores the subscription. Returns the new status; null if the server did not answer. */
async function subscribe(shows_text: boolean): Promise<WebPushState['status'] | null> {
  if (Notification.permission === 'default') await Notification.requestPermission();
  if (Notification.permission !== 'granted') return withoutWebPush() ?? 'off';
  const known = await request('GET /api/push');
  if (!known.ok) return null;
  const { key, subscription, is_remembered } = known.value.data;
  const own = await subscribeBrowser(key);
  if (own === null) return 'unsupported';
  const { endpoint } = own;
  // Without a remembered session the notifications would end after a day, so the subscription is sent again to get one.
  const isKept = is_remembered !== false;
  if (isKept && subscription?.endpoint === endpoint && subscription.shows_text === shows_text) return 'on';
  const { p256dh = '', auth = '' } = own.toJSON().keys ?? {};
  const put = await request('PUT /api/push', { body: { endpoint, p256dh, auth, shows_text } });
  if (!put.ok) return null;
  if (put.value.data.session) renewToken(put.value.data.session.token);
  return 'on';
}

/** Unsubscribes this device. Returns false if the server's subscription could not be deleted. */
export async function turnWebPushOff(): Promise<boolean> {
  const member = currentUserId();
  if (member === null || useWebPushState.getState().isBusy) return false;
  useWebPushState.setState({ isBusy: true });
  writeWebPushChoice(member, null);
  // A failure is only logged: once the server sends nothing more, nothing arrives.
  await unsubscribeBrowser().catch((error: unknown) => logFailure('A push subscription couldn’t be ended', error));
  const answer = await request('DELETE /api/push');
  if (currentUserId() === member) useWebPushState.setState({ isBusy: false, status: 'off', showsText: false });
  return answer.ok;
}

/** How long to wait for the service worker, which is registered soon after the page has loaded. */
const READY_WITHIN_MS = 6_000;

/** The active service worker's registration; undefined if the operator has turned it off or the page isn't served over https. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const found = await navigator.serviceWorker?.getRegistration();
  return found?.active ? found : undefined;
};

/**
 * Subscribes this browser with the server's key, replacing a subscription with another key. Returns null if the browser can't. Throws the
 * errors of its push service.
 */
async function subscribeBrowser(key: string): Promise<PushSubscription | null> {
  const ready = await within(READY_WITHIN_MS, navigator.serviceWorker.ready);
  const manager = ready?.pushManager;
  if (manager === undefined) return null;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = await manager.getSubscription();
  if (known === null) return manager.subscribe(options);
  if (applicationKeyOf(known) === key) return known;
  await known.unsubscribe();
  return manager.subscribe(options);
}

function applicationKeyOf({ options }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Ends the browser's subscription, and closes all its notifications. */
async function unsubscribeBrowser(): Promise<void> {
  const worker = await registration();
  if (worker === undefined) return;
  await (await worker.pushManager?.getSubscription())?.unsubscribe();
  for (const notification of await worker.getNotifications()) notification.close();
  await caches.delete('pushed');
}
