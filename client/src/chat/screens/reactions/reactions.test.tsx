import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, OTHER } from '../../../testing/samples';
import { mostUsedEmoji, noteEmojiUsed, storeTone } from '../../state/emoji';
import { openOutbox, useOutbox } from '../../state/outbox/outbox';
import type { PendingAct } from '../../state/outbox/outbox-order';
import { newThread } from '../../state/thread/threads.reduce';
import { MessageMenuItems } from '../message/MessageMenuItems';
import { MessageRow } from '../message/MessageRow';
import { threadItems } from '../thread-items/thread.select';

const joint = { newDay: false, firstUnread: false, grouped: false, isTarget: false };
const theirs = message(1, {
  reactions: [
    { emoji: '❤️', user_ids: [OTHER, ME] },
    { emoji: '🎉', user_ids: [OTHER] },
  ],
});
const acts = () =>
  useOutbox.getState().acts.map(({ verb, text, seq, conversation_id }) => [verb, text, seq, conversation_id]);

beforeEach(() => {
  fakeServer({
    'PUT /api/messages/c/:conversationId/:seq/reactions': () => 'network',
    'DELETE /api/messages/c/:conversationId/:seq/reactions': () => 'network',
  });
});
const begin = (element: Parameters<typeof show>[0]) => {
  const user = show(element, { as: member });
  openOutbox(ME);
  return user;
};

it('reactions show below a message with names; a press adds or removes the reader’s own', async () => {
  const item = { kind: 'stored', message: theirs } as const;
  const user = begin(
    <MessageRow conversation={KEY} me={ME} item={item} own={false} seen={false} name="Bina" {...joint} />,
  );
  const heart = await screen.findByRole('button', { name: '❤️, Bina and You' });
  const party = screen.getByRole('button', { name: '🎉, Bina' });
  expect([heart, party].map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
  await user.click(heart);
  await user.click(party);
  expect(acts()).toEqual([
    ['unreact', '❤️', 1, CONVERSATION],
    ['react', '🎉', 1, CONVERSATION],
  ]);
});

it('offers six emoji in the menu, then those the member uses most', async () => {
  const item = { kind: 'stored', message: theirs } as const;
  const user = begin(<MessageMenuItems conversation={KEY} me={ME} item={item} own={false} onLeave={() => undefined} />);
  const names = () => screen.getAllByRole('menuitemcheckbox').map(({ textContent }) => textContent);
  expect(names()).toEqual(['👍', '❤️', '😂', '🎉', '😮', '😢']);
  expect(screen.getByRole('menuitemcheckbox', { name: 'React with ❤️' }).getAttribute('aria-checked')).toBe('true');
  // The menu's first item has the focus; the arrow keys continue from there.
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('😂');
  await user.keyboard('{Enter}');
  expect(acts()).toEqual([['react', '😂', 1, CONVERSATION]]);
  expect(mostUsedEmoji()[0]).toBe('😂');
  screen.getByRole('menuitem', { name: 'More emoji' });
});

it('a reaction takes one press under the mouse, or a number key on the menu button', async () => {
  const item = { kind: 'stored', message: theirs } as const;
  const user = begin(
    <MessageRow conversation={KEY} me={ME} item={item} own={false} seen={false} name="Bina" {...joint} />,
  );
  await user.hover(screen.getByText('message 1'));
  // `fireEvent` doesn't move the pointer; user-event would make it leave the row.
  fireEvent.click(await screen.findByRole('button', { name: 'React with 👍' }));
  expect(acts()).toEqual([['react', '👍', 1, CONVERSATION]]);
  // Otherwise a long thread would keep the buttons of every message that the mouse has crossed.
  await user.unhover(screen.getByText('message 1'));
  expect(screen.queryByRole('button', { name: 'React with ❤️' })).toBeNull();
  screen.getByRole('button', { name: 'Actions for Bina’s message', description: 'message 1' }).focus();
  await user.keyboard('3');
  await waitFor(() => expect(acts().at(-1)).toEqual(['react', '😂', 1, CONVERSATION]));
});

it('reactions have the member’s skin tone, and are stored in standard form', () => {
  begin(<p />);
  storeTone('dark');
  expect(mostUsedEmoji()).toEqual(['👍🏿', '❤️', '😂', '🎉', '😮', '😢']);
  noteEmojiUsed('⭐\ufe0f');
  expect(mostUsedEmoji()[0]).toBe('⭐');
  storeTone('none');
  expect(mostUsedEmoji()).toContain('👍');
});

it('reactions show at once; adding and removing one before it is sent leaves one act', () => {
  const last = message(3, { reactions: [{ emoji: '👍', user_ids: [ME] }] });
  const thread = { ...newThread, status: 'ready' as const, messages: [theirs, message(2), last], lastSeq: 3 };
  const waiting = { kind: 'act', conversation_id: OTHER, state: 'waiting', error: null, message: null } as const;
  const doing: PendingAct[] = [
    { ...waiting, client_id: 'a', order: 1, verb: 'unreact', text: '❤️', seq: 1, created_at: 'now' },
    { ...waiting, client_id: 'b', order: 2, verb: 'react', text: '👍', seq: 2, created_at: 'now' },
    { ...waiting, client_id: 'c', order: 3, verb: 'unreact', text: '👍', seq: 3, created_at: 'now' },
  ];
  const items = threadItems(thread, [], ME, doing);
  const reactions = [0, 1, 2].map((index) => {
    const item = items.at(index);
    return item?.kind === 'stored' ? [item.message.reactions, item.waits] : null;
  });
  expect(reactions).toEqual([
    [
      [
        { emoji: '❤️', user_ids: [OTHER] },
        { emoji: '🎉', user_ids: [OTHER] },
      ],
      undefined,
    ],
    [[{ emoji: '👍', user_ids: [ME] }], undefined],
    [undefined, undefined],
  ]);
  expect(theirs.reactions?.[0]?.user_ids).toEqual([OTHER, ME]);
});
