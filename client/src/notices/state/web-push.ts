import { create } from 'zustand';
import { request } from '../../core/api/client';
import { currentUserId } from '../../core/session/session';
import { onReset, storesEpoch } from '../../core/store/reset';
import { logFailure } from '../../lib/log';
import { pushSupport, readPushChoice, writePushChoice } from './push-choice';
import { subscribeBrowser, unsubscribeBrowser } from './push-manager';

/** Whether this device is told of news while its tabs are closed. */
interface PushStore {
  /** `unknown` until it was looked at; `blocked`: the member, or their browser, has forbidden it. */
  status: 'unknown' | 'off' | 'on' | 'blocked' | 'install' | 'unsupported';
  showsText: boolean;
  isBusy: boolean;
}

const unknown: PushStore = { status: 'unknown', showsText: false, isBusy: false };
export const usePush = create<PushStore>(() => unknown);
onReset(() => {
  usePush.setState(unknown);
  // The next one at this browser must not read what is for the last.
  unsubscribeBrowser().catch((error: unknown) => logFailure('A push subscription could not be ended', error));
});

const withoutPush = (): PushStore['status'] | null => {
  const support = pushSupport();
  if (support !== 'yes') return support === 'install' ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
};

/** Looks how this device stands; what the member chose here before an earlier session ended holds again. */
export async function loadPush(): Promise<void> {
  const member = currentUserId();
  const not = withoutPush();
  if (member === null || not !== null) return void (not !== null && usePush.setState({ status: not }));
  const choice = readPushChoice(member);
  if (choice === null || Notification.permission !== 'granted') return usePush.setState({ status: 'off' });
  await turnPushOn(choice === 'text');
}

/** Asks the browser where it was not asked yet, and subscribes this device. False if that failed. */
export async function turnPushOn(showsText: boolean): Promise<boolean> {
  const member = currentUserId();
  const epoch = storesEpoch();
  if (member === null || usePush.getState().isBusy) return false;
  usePush.setState({ isBusy: true });
  const status = await subscribe(showsText).catch((error: unknown) => {
    logFailure('This browser could not be subscribed', error);
    return null;
  });
  if (epoch !== storesEpoch()) {
    if (currentUserId() !== member) await unsubscribeBrowser();
    return false;
  }
  if (status === null)
    usePush.setState(({ status: before }) => ({ isBusy: false, status: before === 'on' ? 'on' : 'off' }));
  else usePush.setState({ isBusy: false, status, ...(status === 'on' ? { showsText } : {}) });
  if (status === 'on') writePushChoice(member, showsText ? 'text' : 'on');
  return status === 'on';
}

/** How this device stands after it; null if the server did not answer. */
async function subscribe(shows_text: boolean): Promise<PushStore['status'] | null> {
  if (Notification.permission === 'default') await Notification.requestPermission();
  if (Notification.permission !== 'granted') return withoutPush() ?? 'off';
  const known = await request('GET /api/push');
  if (!known.ok) return null;
  const { key, subscription } = known.value.data;
  const own = await subscribeBrowser(key);
  if (own === null) return 'unsupported';
  const { endpoint } = own;
  if (subscription?.endpoint === endpoint && subscription.shows_text === shows_text) return 'on';
  const { p256dh = '', auth = '' } = own.toJSON().keys ?? {};
  const put = await request('PUT /api/push', { body: { endpoint, p256dh, auth, shows_text } });
  return put.ok ? 'on' : null;
}

/** False if the server was not told. */
export async function turnPushOff(): Promise<boolean> {
  const member = currentUserId();
  if (member === null || usePush.getState().isBusy) return false;
  usePush.setState({ isBusy: true });
  writePushChoice(member, null);
  // The server alone is enough: it sends nothing more.
  await unsubscribeBrowser().catch((error: unknown) => logFailure('A push subscription could not be ended', error));
  const told = await request('DELETE /api/push');
  if (currentUserId() === member) usePush.setState({ isBusy: false, status: 'off', showsText: false });
  return told.ok;
}
