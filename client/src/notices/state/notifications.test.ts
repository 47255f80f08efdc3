import { beforeEach, expect, it } from 'vitest';
import { request } from '../../core/api/client';
import { mapResult } from '../../core/api/errors';
import { resetStores } from '../../core/store/reset';
import { rename } from '../../people/state/members';
import { fakeServer } from '../../testing/fake-server';
import { inboxChange, inboxItem } from '../../testing/samples';
import { markShownRead } from './mark-shown-read';
import { applyNotificationsChange, loadNotifications, refreshNotifications, useNotifications } from './notifications';

const ok = (data: unknown) => ({ body: { success: true, data } });
const items = [inboxItem(2, { kind: 'interest:approved', project_id: 8 }), inboxItem(1)];
const serve = (state: object = {}) =>
  fakeServer({
    'GET /api/inbox': () => ok({ items, has_more: false, total: 2, unread: 2, version: 1, ...state }),
    'PUT /api/inbox/seen': () => ok(inboxChange({ unread: 1, version: 2, read_ids: [1] })),
  });

/** The part of a refresh that brings the notifications. */
const loadedPart = async () => mapResult(await request('GET /api/inbox'), ({ data }) => data);

beforeEach(resetStores);

it('fetches again when an event is newer than the answer', async () => {
  let version = 0;
  const { of } = fakeServer({
    'GET /api/inbox': () => {
      version += 1;
      if (version === 1) applyNotificationsChange(inboxChange({ unread: 1, version: 2, added: [inboxItem(3)] }));
      return ok({
        items: version === 1 ? [] : [inboxItem(3)],
        has_more: false,
        total: 1,
        unread: version - 1,
        version,
      });
    },
  });
  expect(await loadNotifications()).toBe(true);
  expect(of('GET /api/inbox')).toHaveLength(2);
  expect(useNotifications.getState()).toMatchObject({ unread: 1, version: 2, items: [{ id: 3 }] });
});

it('loses no notification that comes at any moment before the answer is stored', async () => {
  for (let steps = 0; steps < 30; steps += 1) {
    resetStores();
    serve();
    await loadNotifications();
    const loading = loadNotifications();
    for (let step = 0; step < steps; step += 1) await null;
    serve({ items: [inboxItem(3), ...items], unread: 3, version: 2 });
    applyNotificationsChange(inboxChange({ unread: 3, version: 2, added: [inboxItem(3)] }));
    expect([steps, await loading]).toEqual([steps, true]);
    expect(useNotifications.getState().items?.map(({ id }) => id)).toEqual([3, 2, 1]);
  }
});

it.each([
  ['a fetch', loadNotifications],
  ['a refresh', () => refreshNotifications(loadedPart())],
])('shows a name that changes at any moment before the answer to %s', async (_, load) => {
  for (let steps = 0; steps < 30; steps += 1) {
    resetStores();
    serve({ items: [inboxItem(1, { actor: { id: 4, name: 'Asha' } })] });
    const loading = load();
    for (let step = 0; step < steps; step += 1) await null;
    serve({ items: [inboxItem(1, { actor: { id: 4, name: 'Devi' } })] });
    rename({ id: 4, name: 'Devi' });
    expect([steps, await loading]).toEqual([steps, true]);
    expect([steps, useNotifications.getState().items?.[0]?.actor?.name]).toEqual([steps, 'Devi']);
  }
});

it('fetches the list instead of applying an event after a missed one', async () => {
  serve();
  await loadNotifications();
  expect(applyNotificationsChange(inboxChange({ version: 3, unread: 9 }))).toBe(false);
  expect(useNotifications.getState()).toMatchObject({ unread: 2, version: 1 });
});

it('a screen marks the notifications it shows as read, and makes no call when it shows none', async () => {
  const { of } = serve();
  await loadNotifications();
  await markShownRead('project', { project_id: 9 });
  expect(of('PUT /api/inbox/seen')).toHaveLength(0);
  await markShownRead('requests', { subject_ids: [5] });
  expect(of('PUT /api/inbox/seen').map(({ body }) => body)).toEqual([{ place: 'requests', subject_ids: [5] }]);
  expect(useNotifications.getState().items?.map(({ read }) => read)).toEqual([false, true]);
});

it('a screen also marks notifications read that may be below the list', async () => {
  const { of } = serve({ unread: 3 });
  await loadNotifications();
  await markShownRead('project', { project_id: 9 });
  expect(of('PUT /api/inbox/seen').map(({ body }) => body)).toEqual([{ place: 'project', project_id: 9 }]);
});
