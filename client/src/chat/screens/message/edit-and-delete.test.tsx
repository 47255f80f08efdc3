import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { findDialog, settled, show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, OTHER } from '../../../testing/samples';
import { countDrafts } from '../../state/outbox/drafts';
import { closeDialog, openDialog } from '../../state/outbox/message-dialog';
import { enqueue, openOutbox, useOutbox } from '../../state/outbox/outbox';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { ThreadPane } from '../thread/ThreadPane';
import { threadItems } from '../thread-items/thread.select';
import { MessageMenuItems } from './MessageMenuItems';
import { MessageRow } from './MessageRow';

const joint = { newDay: false, firstUnread: false, grouped: false, isTarget: false };
const own = (seq: number) => message(seq, { sender_id: ME, receiver_id: OTHER });
const acts = () => useOutbox.getState().acts.map(({ verb, text, seq }) => [verb, text, seq]);

beforeEach(() => {
  // Nothing reaches the server, so changes stay pending.
  fakeServer({
    'PATCH /api/messages/c/:conversationId/:seq': () => 'network',
    'DELETE /api/messages/c/:conversationId/:seq': () => 'network',
    'GET /api/messages/c/:conversationId': () => 'network',
  });
});

function open(name: string | null = 'Other') {
  const messages = [own(1), own(2), message(3)];
  useThreads.setState({ byId: { [KEY]: { ...newThread, status: 'ready', messages, lastSeq: 3 } } });
  const user = show(
    <ThreadPane conversation={KEY} otherId={OTHER} target={null} name={name} onBack={() => undefined} />,
    { as: member },
  );
  openOutbox(ME);
  return user;
}
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

it('the up arrow in an empty composer edits the last own message; Enter saves and restores the composer', async () => {
  const user = open();
  await user.click(await field('Message to Other'));
  await user.keyboard('{ArrowUp}');
  const edited = await field('Edit message');
  expect([edited.value, document.activeElement]).toEqual(['message 2', edited]);
  await user.type(edited, ', edited{Enter}');
  expect(acts()).toEqual([['edit', 'message 2, edited', 2]]);
  await field('Message to Other');
});

it('Escape leaves a message unchanged, and the draft stays in the composer', async () => {
  const user = open();
  await user.type(await field('Message to Other'), 'half a sentence');
  await user.keyboard('{ArrowUp}');
  await settled();
  expect(screen.queryByRole('textbox', { name: 'Edit message' })).toBeNull();
  const target = { conversation_id: CONVERSATION, receiver_id: OTHER, seq: 1, message: null };
  act(() => openDialog({ kind: 'edit', target, content: 'message 1' }));
  await user.type(await field('Edit message'), ' changed{Escape}');
  expect((await field('Message to Other')).value).toBe('half a sentence');
  expect(acts()).toEqual([]);
});

const deleteElsewhere = () => {
  const deleted = { ...own(2), content: 'Message deleted', deleted_at: 'now' };
  act(() =>
    useThreads.setState(({ byId }) => ({
      byId: { ...byId, [KEY]: { ...newThread, ...byId[KEY], messages: [own(1), deleted, message(3)] } },
    })),
  );
};

it('ends an edit when the message is deleted on another device', async () => {
  open();
  const target = { conversation_id: CONVERSATION, receiver_id: OTHER, seq: 2, message: null };
  act(() => openDialog({ kind: 'edit', target, content: 'message 2' }));
  await field('Edit message');
  deleteElsewhere();
  expect((await field('Message to Other')).value).toBe('');
  expect(screen.queryByText(/now a draft/u)).toBeNull();
});

it('keeps the edit of a message deleted on another device as a draft, which an Enter meant to save it doesn’t send', async () => {
  const user = open();
  await user.click(await field('Message to Other'));
  await user.keyboard('{ArrowUp}');
  await user.type(await field('Edit message'), ', in two lines');
  deleteElsewhere();
  const composer = await field('Message to Other');
  await screen.findByText('This message was deleted. Your edit is now a draft.');
  await user.keyboard('!{Enter}');
  await waitFor(() => expect(composer.value).toBe('message 2, in two lines!'), { timeout: 5_000 });
  expect(useOutbox.getState().items).toEqual([]);
  expect(acts()).toEqual([]);
});

it('keeps an unsaved edit while another conversation is open, through a reload, and behind a dialog', async () => {
  const user = open();
  await user.click(await field('Message to Other'));
  await user.keyboard('{ArrowUp}');
  await user.type(await field('Edit message'), ', half');
  act(() =>
    openDialog({
      kind: 'delete',
      target: { conversation_id: CONVERSATION, receiver_id: OTHER, seq: 1, message: null },
      content: 'message 1',
    }),
  );
  await findDialog('Delete this message?');
  act(closeDialog);
  expect((await field('Edit message')).value).toBe('message 2, half');
  cleanup();
  show(<ThreadPane conversation="u3" otherId={3} target={null} name="Third" onBack={() => undefined} />, {
    as: member,
  });
  await field('Message to Third');
  cleanup();
  const again = open();
  expect((await field('Edit message')).value).toBe('message 2, half');
  expect(countDrafts(ME)).toBe(1);
  await again.type(await field('Edit message'), ' done{Enter}');
  expect(acts()).toEqual([['edit', 'message 2, half done', 2]]);
  cleanup();
  open();
  await field('Message to Other');
  expect(countDrafts(ME)).toBe(0);
});

it('asks once before deleting', async () => {
  const user = open();
  show(
    <MessageMenuItems
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: own(2) }}
      own
      onLeave={() => undefined}
    />,
  );
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }));
  await findDialog('Delete this message?');
  expect(acts()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(acts()).toEqual([['delete', '', 2]]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete this message?' })).toBeNull());
});

it('deletes a message that hasn’t been sent before the conversation’s name is known', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const user = open(null);
  const { client_id } = enqueue(KEY, 'unsent');
  openDialog({
    kind: 'delete',
    content: 'unsent',
    target: { conversation_id: CONVERSATION, seq: null, message: client_id },
  });
  expect((await findDialog('Delete this message?')).textContent).toContain('It won’t be sent.');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(useOutbox.getState().items).toEqual([]);
});

it('says that a message won’t be sent if it is rejected while its author is asked about deleting it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open();
  const { client_id } = enqueue(KEY, 'refused');
  const become = (part: object) =>
    act(() => useOutbox.setState(({ items }) => ({ items: items.map((item) => ({ ...item, ...part })) })));
  become({ state: 'sending', tried: true });
  openDialog({
    kind: 'delete',
    content: 'refused',
    target: { conversation_id: CONVERSATION, seq: null, message: client_id },
  });
  const dialog = await findDialog('Delete this message?');
  expect(dialog.textContent).toContain('“Message deleted” takes its place.');
  become({ state: 'failed' });
  expect(dialog.textContent).toContain('It won’t be sent.');
});

it('offers Edit and Delete for own messages that aren’t deleted', () => {
  const items = (change: object, isOwn: boolean) => {
    const { unmount } = { unmount: () => document.body.replaceChildren() };
    show(
      <MessageMenuItems
        conversation={KEY}
        me={ME}
        item={{ kind: 'stored', message: { ...own(1), ...change } }}
        own={isOwn}
        onLeave={() => undefined}
      />,
    );
    const labels = screen.getAllByRole('menuitem').flatMap(({ textContent }) => textContent || []);
    unmount();
    return labels;
  };
  expect(items({}, true)).toEqual(['Reply', 'Edit', 'Copy text', 'Copy link', 'Pin', 'Save', 'Delete…']);
  expect(items({ deleted_at: 'now' }, true)).toEqual(['Copy link']);
  expect(items({ sender_id: OTHER, receiver_id: ME }, false)).toEqual([
    'Reply',
    'Copy text',
    'Copy link',
    'Pin',
    'Save',
    'Mark as unread from here',
    'Report…',
  ]);
});

it('shows when a message was edited, and that it was deleted', () => {
  const edited = { ...own(1), edited_at: '2026-01-02T10:30:00.000Z' };
  const deleted = { ...own(2), content: 'Message deleted', deleted_at: '2026-01-02T10:30:00.000Z' };
  for (const one of [edited, deleted])
    show(
      <MessageRow
        conversation={KEY}
        me={ME}
        item={{ kind: 'stored', message: one }}
        own
        seen={false}
        name="Other"
        {...joint}
      />,
    );
  expect(screen.getByText('edited').getAttribute('title')).toBe('Edited 2 Jan 2026, 4:00 pm');
  expect(screen.getByText('Message deleted').tagName).toBe('EM');
});

it('shows a pending change at once, and marks it as pending', () => {
  const thread = { ...newThread, status: 'ready' as const, messages: [own(1), own(2)], lastSeq: 2 };
  const waiting = { kind: 'act', client_id: 'k', receiver_id: OTHER, order: 1, state: 'waiting', error: null } as const;
  const doing = [
    { ...waiting, verb: 'edit', text: 'edited', seq: 1, message: null, created_at: 'now' } as const,
    { ...waiting, verb: 'delete', text: '', seq: 2, message: null, created_at: 'now' } as const,
  ];
  const items = threadItems(thread, [], ME, doing);
  expect([items.at(0), items.at(1)]).toMatchObject([
    { message: { content: 'edited', edited_at: 'now' }, waits: true },
    { message: { content: 'Message deleted', deleted_at: 'now' }, waits: true },
  ]);
});
