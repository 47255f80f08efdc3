import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setConnection } from '../../../core/realtime/connection-status';
import { fakeServer } from '../../../testing/fake-server';
import { settled, show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, messages, OTHER, page } from '../../../testing/samples';
import { openOutbox, removePending, useOutbox } from '../../state/outbox/outbox';
import { threadOf, useThreads } from '../../state/thread/threads';
import { newThread, withChange, withChanged, withMessage, withWindow } from '../../state/thread/threads.reduce';
import { actOn } from '../../sync/outbox-sender';
import { MessageMenu } from '../message/MessageMenu';
import { MessageMenuItems } from '../message/MessageMenuItems';
import { ThreadBody } from '../thread/ThreadBody';
import { shownPins } from '../thread-items/shown-acts';
import { threadItems } from '../thread-items/thread.select';
import { PinnedList } from './PinBar';
import { Pins } from './Pins';

const pinned = { user_id: OTHER, at: '2026-01-01T00:00:00.000Z' };
const doPin = (verb: 'pin' | 'unpin') =>
  actOn({ conversation_id: CONVERSATION, receiver_id: OTHER, seq: 3, message: null }, { verb, text: '' });
const acts = () => useOutbox.getState().acts.map(({ verb, seq }) => [verb, seq]);
const thread = { ...newThread, status: 'ready' as const, messages: messages(1, 3), lastSeq: 3 };

beforeEach(() => {
  fakeServer({
    'GET /api/messages/c/:conversationId': () => 'network',
    'PUT /api/messages/c/:conversationId/:seq/pin': () => 'network',
    'DELETE /api/messages/c/:conversationId/:seq/pin': () => 'network',
    'PATCH /api/messages/c/:conversationId/:seq': () => 'network',
  });
});
const begin = (element: Parameters<typeof show>[0], pins: number[] = []) => {
  const user = show(element, { as: member });
  openOutbox(ME);
  act(() => useThreads.setState({ byId: { [KEY]: { ...thread, pins } }, openId: KEY }));
  return user;
};

it('shows the newest pin above the messages, and goes there', async () => {
  const user = begin(<Pins conversation={KEY} name="Other" />, [3, 1]);
  const bar = await screen.findByRole('region', { name: 'Pinned' });
  await user.click(within(bar).getByRole('button', { name: 'Pinned: message 3' }));
  await waitFor(() => expect(threadOf(KEY)?.target).toBe(3));
  within(bar).getByRole('button', { name: '2 pinned messages' });
});

it('lists all pins: a press goes there or unpins', async () => {
  const onLeave = vi.fn();
  const user = begin(<PinnedList conversation={KEY} name="Other" pins={[3, 1]} onLeave={onLeave} />, [3, 1]);
  await user.click(screen.getByRole('button', { name: /message 1/u }));
  await waitFor(() => expect(threadOf(KEY)?.target).toBe(1));
  expect(onLeave).toHaveBeenCalled();
  await user.click(screen.getAllByRole('button', { name: 'Unpin' })[0] as HTMLElement);
  expect(acts()).toEqual([['unpin', 3]]);
});

it('shows pinned messages with their pending edits', async () => {
  begin(
    <>
      <Pins conversation={KEY} name="Other" />
      <PinnedList conversation={KEY} name="Other" pins={[3]} onLeave={() => undefined} />
    </>,
    [3],
  );
  const bar = await screen.findByRole('region', { name: 'Pinned' });
  const target = { conversation_id: CONVERSATION, receiver_id: OTHER, seq: 3, message: null };
  act(() => actOn(target, { verb: 'edit', text: 'Plan of July' }));
  within(bar).getByRole('button', { name: 'Pinned: Plan of July' });
  within(screen.getByRole('listitem')).getByText('Plan of July');
});

it('appears together with the messages, so that it doesn’t move their skeleton', async () => {
  show(<ThreadBody conversation={KEY} otherId={null} name="Other" onRetry={() => undefined} />, { as: member });
  const hold = (change: object) =>
    act(() => useThreads.setState({ byId: { [KEY]: { ...thread, pins: [3], ...change } }, openId: KEY }));
  hold({ status: 'loading', messages: [], lastSeq: 0 });
  screen.getByText('Loading messages');
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull();
  hold({});
  await screen.findByRole('region', { name: 'Pinned' });
});

it('says that a pin outside the offline data is shown once the connection is back', async () => {
  begin(<Pins conversation={KEY} name="Other" />, [9]);
  const bar = await screen.findByRole('region', { name: 'Pinned' });
  within(bar).getByRole('button', { name: 'Pinned:' });
  act(() => setConnection('away'));
  within(bar).getByRole('button', { name: 'Pinned: Shown once you’re connected' });
});

it('shows no bar without pins', async () => {
  begin(<Pins conversation={KEY} name="Other" />);
  await settled();
  expect(screen.queryByRole('region')).toBeNull();
});

it('announces each pin and unpin once, and who pinned it', async () => {
  begin(<Pins conversation={KEY} name="Bina" />, [1]);
  const said: string[] = [];
  // Takes the first status element, since toasts have another.
  const status = () => screen.queryAllByRole('status')[0]?.textContent ?? '';
  const seen = new MutationObserver(() => status() !== said.at(-1) && said.push(status()));
  seen.observe(document.body, { childList: true, subtree: true, characterData: true });
  const change = (changed: Parameters<typeof message>[1], seq: number) =>
    act(() =>
      useThreads.setState(({ byId }) => ({
        byId: { ...byId, [KEY]: withChange(byId[KEY] ?? newThread, message(seq, changed)) },
      })),
    );
  change({ pinned, change: 1, content: '**Plan** of May' }, 2);
  await waitFor(() => expect(status()).toBe('Bina pinned: Plan of May'));
  change({ pinned, change: 2, content: 'Plan of June' }, 2);
  act(() => doPin('pin'));
  await waitFor(() => expect(status()).toBe('You pinned: message 3'));
  // The server's answer is the same.
  change({ pinned: { ...pinned, user_id: ME }, change: 3 }, 3);
  act(() => {
    for (const { client_id } of useOutbox.getState().acts) removePending(client_id);
  });
  change({ change: 4 }, 1);
  await waitFor(() => expect(status()).toBe('No longer pinned: message 1'));
  act(() => doPin('unpin'));
  await waitFor(() => expect(status()).toBe('You unpinned: message 3'));
  seen.disconnect();
  expect(said.filter((text) => text !== '')).toEqual([
    'Bina pinned: Plan of May',
    'You pinned: message 3',
    'No longer pinned: message 1',
    'You unpinned: message 3',
  ]);
});

it('the menu and P pin and unpin a message', async () => {
  const user = begin(
    <MessageMenuItems
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: message(1) }}
      own={false}
      onLeave={() => undefined}
    />,
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Pin' }));
  expect(acts()).toEqual([['pin', 1]]);
  begin(
    <MessageMenu
      writer="Bina"
      textId="text"
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: message(2, { pinned }) }}
      own={false}
    />,
  );
  act(() => screen.getByRole('button', { name: /^Actions for/u }).focus());
  await user.keyboard('p');
  await waitFor(() =>
    expect(acts()).toEqual([
      ['pin', 1],
      ['unpin', 2],
    ]),
  );
});

it('shows pending pins as done', () => {
  const waiting = { kind: 'act', receiver_id: OTHER, state: 'waiting', error: null, message: null, text: '' } as const;
  const doing = [
    { ...waiting, client_id: 'a', order: 1, verb: 'pin', seq: 2, created_at: 'now' },
    { ...waiting, client_id: 'b', order: 2, verb: 'unpin', seq: 1, created_at: 'now' },
    { ...waiting, client_id: 'c', order: 3, verb: 'delete', seq: 3, created_at: 'now' },
  ] as const;
  const pins = { ...thread, messages: [message(1, { pinned }), message(2), message(3, { pinned })] };
  const items = threadItems(pins, [], ME, doing);
  const shown = [0, 1, 2].map((index) => {
    const item = items.at(index);
    return item?.kind === 'stored' && item.message.pinned?.user_id;
  });
  expect(shown).toEqual([undefined, ME, undefined]);
  expect(shownPins([3, 1], doing)).toEqual([2]);
});

it('a thread’s pins follow pages and changes in any order', () => {
  const loaded = withWindow(newThread, page(messages(1, 3), 3, { last_change: 2, pinned_seqs: [1] }));
  expect(loaded.pins).toEqual([1]);
  const live = withChange(loaded, message(3, { pinned, change: 3 }));
  expect(live.pins).toEqual([3, 1]);
  // A page read before the change leaves the pins as they are.
  expect(withChanged(live, page([], 3, { last_change: 2, pinned_seqs: [] })).pins).toEqual([3, 1]);
  expect(withMessage(live, message(4)).pins).toEqual([3, 1]);
  // The change is to a message that isn't loaded, and follows a missing change. The page has both.
  const beyond = withChange(live, message(1, { change: 5, content: 'Message deleted', deleted_at: 'now' }));
  expect(beyond.pins).toEqual([3]);
  expect(withChanged(beyond, page([], 3, { last_change: 5, pinned_seqs: [2, 3] })).pins).toEqual([2, 3]);
});
