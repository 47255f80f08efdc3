import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyUnreadChange, applyUnreadCount, applyUnreadMessage } from '../../../chat/state/unread-messages';
import { resetStores } from '../../../core/store/reset';
import { message, OTHER } from '../../../testing/samples';
import { notifyOfMessage } from './hidden-tab';

/** Notifications of the browser by tag, as with a service worker. */
const shown = new Map<string, { body: string; close(): void }>();
const bodies = () => [...shown.values()].map(({ body }) => body);

beforeEach(() => {
  resetStores();
  shown.clear();
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('document', { hidden: true });
  const registration = {
    active: {},
    showNotification: async (_title: string, { body, tag }: { body: string; tag: string }) =>
      void shown.set(tag, { body, close: () => shown.delete(tag) }),
    getNotifications: async ({ tag }: { tag: string }) => [shown.get(tag)].filter((notice) => notice !== undefined),
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
});
afterEach(() => vi.unstubAllGlobals());

const come = async (seq: number) => {
  applyUnreadMessage(message(seq));
  notifyOfMessage(message(seq));
  await vi.waitFor(() => expect(bodies()).toEqual([`message ${seq}`]));
};

it('closes the notification of a deleted message', async () => {
  await come(1);
  const deleted = { ...message(1), content: DELETED_MESSAGE, deleted_at: message(1).created_at, change: 1 };
  expect(applyUnreadChange(deleted)).toBe(false);
  await vi.waitFor(() => expect(bodies()).toEqual([]));
});

it('updates the notification of an edited message, and reopens none that was closed', async () => {
  await come(1);
  const edit = (content: string) => applyUnreadChange({ ...message(1), content, change: 1 });
  edit('**better**');
  await vi.waitFor(() => expect(bodies()).toEqual(['better']));
  shown.clear();
  edit('best');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(bodies()).toEqual([]);
});

it('closes a notification when its conversation is read elsewhere, unless a newer message is unread', async () => {
  await come(1);
  await come(2);
  applyUnreadChange({ ...message(1), content: DELETED_MESSAGE, deleted_at: message(1).created_at, change: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(bodies()).toEqual(['message 2']);
  const conversation = { id: OTHER, unread_count: 0, unread_version: 9 };
  applyUnreadCount({ unread_count: 0, unread_version: 9, conversation });
  await vi.waitFor(() => expect(bodies()).toEqual([]));
});
