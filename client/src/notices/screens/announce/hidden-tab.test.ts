import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyUnreadChange, applyUnreadCount, applyUnreadMessage } from '../../../chat/state/unread-messages';
import { acceptSession } from '../../../core/session/session';
import { resetStores } from '../../../core/store/reset';
import { CONVERSATION, member, message, OTHER } from '../../../testing/samples';
import { writeWebPushChoice } from '../../state/web-push-choice';
import { createAnnouncer } from './announce';
import { notifyOfItem, notifyOfMessage } from './hidden-tab';

/** The browser's notifications by tag, as with a service worker. */
const shown = new Map<string, { body: string; close(): void }>();
const bodies = () => [...shown.values()].map(({ body }) => body);

beforeEach(() => {
  resetStores();
  shown.clear();
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  acceptSession({ token: 'x', user: member });
  writeWebPushChoice(member.id, 'text');
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }));
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

it.each([null, 'on'] as const)('shows no message text if the choice on this device is %s', async (choice) => {
  writeWebPushChoice(member.id, choice);
  notifyOfMessage(message(1));
  await vi.waitFor(() => expect(bodies()).toEqual(['New message']));
});

it('shows nothing for a member who logs out while the code of announcements loads', async () => {
  const announceTo = (signal: AbortSignal) =>
    createAnnouncer(member.id, signal)({ kind: 'message', message: message(1) });
  const [former, live] = [new AbortController(), new AbortController()];
  announceTo(former.signal);
  former.abort();
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(bodies()).toEqual([]);
  announceTo(live.signal);
  await vi.waitFor(() => expect(bodies()).toEqual(['message 1']));
  live.abort();
});

it('shows a join request as its push does', async () => {
  notifyOfItem({
    id: 9,
    kind: 'request:received',
    title: 'Solar Tracker',
    project_id: 3,
    subject_id: 4,
    read: false,
    actor: { id: OTHER, name: 'Asha Rao' },
    created_at: message(1).created_at,
  });
  await vi.waitFor(() => expect([...shown.keys()]).toEqual(['inbox:9']));
  expect(bodies()).toEqual(['Wants to join Solar Tracker']);
});

it('closes the notification of a deleted message', async () => {
  await come(1);
  const deleted = { ...message(1), content: DELETED_MESSAGE, deleted_at: message(1).created_at, change: 1 };
  expect(applyUnreadChange(deleted)).toBe(false);
  await vi.waitFor(() => expect(bodies()).toEqual([]));
});

it('updates the notification of an edited message, and does not reopen a closed one', async () => {
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
  const conversation = { id: OTHER, conversation_id: CONVERSATION, unread_count: 0, unread_version: 9 };
  applyUnreadCount({ unread_count: 0, unread_version: 9, conversation });
  await vi.waitFor(() => expect(bodies()).toEqual([]));
});
