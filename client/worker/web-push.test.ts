import { beforeEach, expect, it, vi } from 'vitest';
import { readPushed, showPushed } from './web-push';

interface Shown {
  title: string;
  options: NotificationOptions & { renotify?: boolean };
}
let shown: Shown[] = [];
let visibilityState = 'hidden';
const stored = new Map<string, string>();

const worker = {
  registration: {
    getNotifications: async () =>
      shown.map(({ options }) => ({
        data: options.data,
        close: () => (shown = shown.filter((one) => one.options !== options)),
      })),
    showNotification: async (title: string, options: NotificationOptions) => {
      shown = [...shown.filter((one) => one.options.tag !== options.tag), { title, options }];
    },
  },
  clients: { matchAll: async () => [{ visibilityState }] },
} as unknown as ServiceWorkerGlobalScope;

beforeEach(() => {
  shown = [];
  visibilityState = 'hidden';
  stored.clear();
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (key: string) => (stored.has(key) ? new Response(stored.get(key)) : undefined),
      put: async (key: string, answer: Response) => void stored.set(key, await answer.text()),
    }),
  });
});

const push = (fields: object = {}) => {
  const data = {
    topic: 'chat:7',
    version: 3,
    came: 3,
    title: 'Asha Rao',
    body: 'New message',
    path: '/messages/7',
    ...fields,
  };
  return showPushed(worker, readPushed({ json: () => data } as PushMessageData));
};

it('shows a push, and no repeated one', async () => {
  await push();
  expect(shown).toMatchObject([{ title: 'Asha Rao', options: { body: 'New message', tag: 'chat:7' } }]);
  shown = [];
  await push();
  expect(shown).toEqual([]);
});

it('shows nothing while a tab is visible, unless the browser requires it', async () => {
  visibilityState = 'visible';
  await push();
  expect(shown).toEqual([]);
  await push({ version: 4, must_show: true });
  expect(shown).toMatchObject([{ options: { silent: true } }]);
});

it('shows a repeated push silently where the browser requires it', async () => {
  await push({ must_show: true });
  await push({ must_show: true });
  expect(shown).toMatchObject([{ title: 'Asha Rao', options: { silent: true } }]);
});

it('shows a push that it cannot read', async () => {
  const unreadable = { json: () => JSON.parse('{') } as PushMessageData;
  for (const data of [null, unreadable, { json: () => ({ from: 'tomorrow' }) } as PushMessageData]) {
    shown = [];
    await showPushed(worker, readPushed(data));
    expect(shown).toMatchObject([{ title: 'Sangam', options: { body: 'You have unread notifications' } }]);
  }
});
