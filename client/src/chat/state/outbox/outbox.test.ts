import { beforeEach, describe, expect, it } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { fakeStorage } from '../../../testing/fake-server';
import { message } from '../../../testing/samples';
import {
  enqueue,
  followOutbox,
  isStillQueued,
  nameStored,
  openOutbox,
  put,
  setPendingState,
  useOutbox,
} from './outbox';
import { enqueueAct } from './outbox-acts';
import { nextToSend, type Pending, type PendingAct, wordsOf } from './outbox-order';
import { storeItem } from './stored-items';

const ME = 1;
const items = () => useOutbox.getState().items;
const acts = () => useOutbox.getState().acts;
const on = ({ client_id }: Pending) => ({ receiver_id: 2, seq: null, message: client_id });
const heads = () => nextToSend(items(), acts()).map((item) => (item.kind === 'act' ? item.text : item.content));

describe('the outbox', () => {
  let storage: Map<string, string>;
  beforeEach(() => {
    storage = fakeStorage();
    resetStores();
    openOutbox(ME);
  });

  it('keeps the order of writing, even through a reload', () => {
    for (const text of ['a', 'b', 'c']) enqueue('u2', text);
    resetStores();
    openOutbox(ME);
    expect(items().map((item) => item.content)).toEqual(['a', 'b', 'c']);
    enqueue('u2', 'd');
    expect(items().at(-1)?.content).toBe('d');
  });

  it('keeps the order of writing in two tabs while the clock goes back', () => {
    const first = enqueue('u2', 'a');
    const other = { ...first, client_id: 'of another tab', content: 'b', order: first.order + 3_600_000 };
    storeItem(ME, other);
    followOutbox(`outbox:${ME}:${other.client_id}`, 'stored');
    enqueue('u2', 'c');
    expect(items().map((item) => item.content)).toEqual(['a', 'b', 'c']);
  });

  it('sends one message per conversation at a time, and isn’t blocked by a rejected one', () => {
    const [first] = [enqueue('u2', 'a'), enqueue('u2', 'b'), enqueue('u3', 'x')];
    expect(heads()).toEqual(['a', 'x']);
    setPendingState(first?.client_id ?? '', 'failed', { kind: 'network' });
    expect(heads()).toEqual(['b', 'x']);
  });

  it('holds the acts on a rejected message, and sends what was written after them', () => {
    const own = enqueue('u2', 'a');
    enqueueAct(on(own), { verb: 'react', text: '👍' });
    expect(heads()).toEqual(['a']);
    setPendingState(own.client_id, 'failed', { kind: 'network' });
    expect(heads()).toEqual([]);
    enqueue('u2', 'b');
    expect(heads()).toEqual(['b']);
  });

  it('gives the acts on a stored message its number, except an edit to the words that it has', () => {
    const own = enqueue('u2', '👍');
    enqueueAct(on(own), { verb: 'react', text: '👍' });
    expect(wordsOf(own, acts())).toBe('👍');
    const other = enqueue('u2', 'b');
    enqueueAct(on(other), { verb: 'react', text: '🎉' });
    expect(wordsOf(other, acts())).toBe('b');
    nameStored(message(7, { client_id: own.client_id, content: '👍' }));
    expect(acts().map(({ seq, text }) => [seq, text])).toEqual([
      [7, '👍'],
      [null, '🎉'],
    ]);
    put({ ...(acts()[1] as PendingAct), verb: 'edit', text: 'edited' });
    expect(wordsOf(other, acts())).toBe('edited');
    nameStored(message(8, { client_id: other.client_id, content: 'edited' }));
    expect(acts().map(({ text }) => text)).toEqual(['👍']);
  });

  it('adds messages that another tab wrote, and returns those that the other tab sent', () => {
    const own = enqueue('u2', 'mine');
    const key = `outbox:${ME}:${own.client_id}`;
    const other = { ...own, client_id: 'theirs', content: 'theirs', order: own.order + 1 };
    storeItem(ME, other);
    expect(followOutbox(`outbox:${ME}:theirs`, 'changed')).toBeNull();
    expect(items().map((item) => item.content)).toEqual(['mine', 'theirs']);
    storage.delete(key);
    expect(isStillQueued(own.client_id)).toBe(false);
    expect(followOutbox(key, null)).toMatchObject({ content: 'mine' });
    expect(followOutbox('outbox:99:x', null)).toBeNull();
    expect(followOutbox('theme', 'light')).toBeNull();
  });

  it('drops a rejected message that was deleted in another tab', () => {
    const own = enqueue('u2', 'bad');
    setPendingState(own.client_id, 'failed', { kind: 'network' });
    storage.clear();
    expect(followOutbox(`outbox:${ME}:${own.client_id}`, null)).toBeNull();
    expect(items()).toEqual([]);
  });
});
