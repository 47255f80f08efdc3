import { afterEach, expect, it, vi } from 'vitest';
import { closeNotification, notifyWhileHidden } from './desktop-notification';

afterEach(() => vi.unstubAllGlobals());

it('only logs the error when the browser grants notifications and then refuses one', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const refuse = function Notification() {
    throw new TypeError('Illegal constructor');
  };
  vi.stubGlobal('Notification', Object.assign(refuse, { permission: 'granted' }));
  vi.stubGlobal('document', { hidden: true });
  notifyWhileHidden({ title: 'Asha', text: 'Hi', tag: 'message-1', path: '/messages' });
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(1));
  log.mockRestore();
});

it('without a service worker, closes a page’s own notification if its text is unchanged', async () => {
  const close = vi.fn();
  const shows = function Notification(
    this: { body: string; close: () => void },
    _: string,
    { body }: { body: string },
  ) {
    Object.assign(this, { body, close });
  };
  vi.stubGlobal('Notification', Object.assign(shows, { permission: 'granted' }));
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('navigator', {});
  notifyWhileHidden({ title: 'Asha', text: 'Hi', tag: 'chat:1', path: '/messages/1' });
  await Promise.resolve();
  expect(await closeNotification({ tag: 'chat:1', text: 'Hello' })).toBe(false);
  expect(await closeNotification({ tag: 'chat:1', text: 'Hi' })).toBe(true);
  expect(close).toHaveBeenCalledTimes(1);
});
