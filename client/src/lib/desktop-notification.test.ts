import { afterEach, expect, it, vi } from 'vitest';
import { notifyWhileHidden } from './desktop-notification';

afterEach(() => vi.unstubAllGlobals());

it('keeps nobody from going on when the browser grants notifications and then refuses one', async () => {
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
