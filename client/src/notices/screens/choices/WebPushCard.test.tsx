import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../../core/session/session';
import { resetStores } from '../../../core/store/reset';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { member } from '../../../testing/samples';
import { WebPushCard } from './WebPushCard';

const KEY = 'AAAA';
const ENDPOINT = 'https://push.example.org/1';
let browser: { endpoint: string } | null;
let permission: NotificationPermission;

/** Stubs the part of the browser's push interface that the application uses. */
function stubBrowser(answer: NotificationPermission = 'granted') {
  browser = null;
  permission = 'default';
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: new Uint8Array(3).buffer },
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser = null;
      return true;
    },
  };
  const registration = {
    active: {},
    getNotifications: async () => [],
    pushManager: {
      getSubscription: async () => browser && subscription,
      subscribe: async () => {
        browser = subscription;
        return subscription;
      },
    },
  };
  vi.stubGlobal('navigator', {
    userAgent: 'Test',
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('caches', { delete: async () => true });
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return answer;
    },
  });
}
const state = (subscription: object | null) => ({ body: { success: true, data: { key: KEY, subscription } } });
const box = (name: string) => screen.findByRole('checkbox', { name });
const NOTIFY = 'Notify me while Sangam is closed';

afterEach(cleanup);
beforeEach(() => {
  localStorage.clear();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member });
});

it('subscribes the device, changes how much it shows, and unsubscribes', async () => {
  stubBrowser();
  let stored: object | null = null;
  const server = fakeServer({
    'GET /api/push': () => state(stored),
    'PUT /api/push': ({ body }) => {
      stored = { endpoint: ENDPOINT, shows_text: body.shows_text };
      return state(stored);
    },
    'DELETE /api/push': () => {
      stored = null;
      return state(null);
    },
  });
  const user = userEvent.setup();
  render(<WebPushCard />);
  await user.click(await box(NOTIFY));
  await waitFor(async () => expect((await box(NOTIFY)).matches(':checked')).toBe(true));
  expect(stored).toEqual({ endpoint: ENDPOINT, shows_text: false });
  await user.click(await box('Show message text'));
  await waitFor(() => expect(stored).toEqual({ endpoint: ENDPOINT, shows_text: true }));
  await waitFor(async () => expect((await box('Show message text')).matches(':checked')).toBe(true));
  await user.click(await box(NOTIFY));
  await waitFor(async () => expect((await box(NOTIFY)).matches(':checked')).toBe(false));
  expect([stored, browser]).toEqual([null, null]);
  expect(server.calls.filter(({ name }) => name === 'PUT /api/push')).toHaveLength(2);
});

it('unsubscribes before the next member signs in, and subscribes again when the first returns', async () => {
  stubBrowser();
  fakeServer({
    'GET /api/push': () => state(null),
    'PUT /api/push': () => state({ endpoint: ENDPOINT, shows_text: false }),
  });
  const user = userEvent.setup();
  const { unmount } = render(<WebPushCard />);
  await user.click(await box(NOTIFY));
  await waitFor(() => expect(browser).not.toBeNull());
  await waitFor(async () => expect((await box(NOTIFY)).matches(':checked')).toBe(true));
  unmount();
  resetStores();
  await waitFor(() => expect(browser).toBeNull());
  useSession.setState({ user: { ...member, id: 99 } });
  const { unmount: leave } = render(<WebPushCard />);
  expect((await box(NOTIFY)).matches(':checked')).toBe(false);
  leave();
  resetStores();
  useSession.setState({ user: member });
  render(<WebPushCard />);
  await waitFor(async () => expect((await box(NOTIFY)).matches(':checked')).toBe(true));
});

it('shows why push is not available', async () => {
  stubBrowser('denied');
  fakeServer({});
  render(<WebPushCard />);
  await userEvent.setup().click(await box(NOTIFY));
  await screen.findByText(
    'This browser blocks Sangam’s notifications. Allow them in the browser’s settings for this site.',
  );
});

it('shows a failure, and stays off', async () => {
  stubBrowser();
  const shown = vi.spyOn(toast, 'error');
  fakeServer({ 'GET /api/push': () => refusal(503, 'BUSY') });
  render(<WebPushCard />);
  await userEvent.setup().click(await box(NOTIFY));
  await waitFor(() =>
    expect(shown).toHaveBeenCalledWith('Failed to change notifications. Check your connection and try again.'),
  );
  expect((await box(NOTIFY)).matches(':checked')).toBe(false);
});
