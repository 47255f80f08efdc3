import { beforeEach, expect, it } from 'vitest';
import { fakeStorage } from '../../../testing/fake-server';
import { ME } from '../../../testing/samples';
import type { Pending, PendingAct } from './outbox-order';
import { clientIdIn, deleteOutbox, readItem, storedItems, storeItem } from './stored-items';

let storage: Map<string, string>;
beforeEach(() => {
  storage = fakeStorage();
});

const queued = { client_id: 'a', receiver_id: 2, created_at: 'now', order: 1, state: 'waiting', error: null } as const;
const pending: Pending = { ...queued, kind: 'pending', content: 'Hello' };
const act: PendingAct = { ...queued, kind: 'act', verb: 'pin', text: '', seq: 1, message: null };

/** Stores a value and reads it as an item, if it is one. */
const read = (value: unknown) => {
  storage.set(`outbox:${ME}:a`, JSON.stringify(value));
  return readItem(ME, 'a');
};

it('reads messages and acts as they were stored; one being sent waits again', () => {
  for (const item of [pending, act]) {
    storeItem(ME, { ...item, state: 'sending' });
    expect(readItem(ME, 'a')).toEqual(item);
  }
  const failed = { ...pending, state: 'failed', error: { kind: 'network' } } as const;
  storeItem(ME, failed);
  expect(readItem(ME, 'a')).toEqual(failed);
});

it.each([
  null,
  1,
  'x',
  {},
  { kind: 'pending' },
  { ...pending, receiver_id: 'two' },
  { ...pending, receiver_id: 0 },
  { ...pending, attachments: [{}] },
  { ...pending, state: 'sent' },
])('ignores %j, which it didn’t write', (value) => {
  expect(read(value)).toBeUndefined();
});

it.each(['translate', 'constructor', 1, undefined])('ignores the act “%s” of a later version', (verb) => {
  expect(read(act)).toEqual(act);
  expect(read({ ...act, verb })).toBeUndefined();
});

it('keeps the items of members apart', () => {
  storeItem(ME, pending);
  storeItem(99, { ...pending, client_id: 'b' });
  expect([storedItems(ME), clientIdIn(ME, `outbox:${ME}:a`), clientIdIn(ME, 'outbox:99:b')]).toEqual([
    [pending],
    'a',
    null,
  ]);
  deleteOutbox(ME);
  expect([...storage.keys()]).toEqual(['outbox:99:b']);
});
