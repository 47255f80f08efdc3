import type { Notification } from '@sangam/shared/chat/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import { resetStores } from '../../core/store/reset';
import { CONVERSATION, message, OTHER } from '../../testing/samples';
import { noteConversation } from './known-conversations';
import { keyOfLine, withMessage, withPage, withText, withUnread } from './unread-messages.reduce';

const THIRD = 3;
/** A line of the bell with the member's first message. */
const line = (sender_id: number, change: Partial<Notification> = {}): Notification => ({
  ...{ id: sender_id * 100, sender_id, sender_name: 'Other', content: 'message 1' },
  ...{ unread_count: 1, unread_version: 3, created_at: message(1).created_at },
  ...change,
});
const list = [line(THIRD), line(OTHER)];
const unread = (unread_count: number, unread_version: number) => ({
  ...{ unread_count, unread_version },
  conversation: { id: OTHER, unread_count, unread_version },
});

beforeEach(() => {
  resetStores();
  noteConversation(CONVERSATION, OTHER);
});

describe('a new message', () => {
  it('moves its sender’s line to the top; the count follows with its own event', () => {
    const { id, content, created_at } = message(2);
    expect(withMessage(list, message(2))).toMatchObject([
      { sender_id: OTHER, id, content, created_at, unread_count: 1, unread_version: 3 },
      { sender_id: THIRD },
    ]);
  });

  it('adds a line for a sender who has none', () => {
    expect(withMessage([], message(2))).toMatchObject([{ sender_id: OTHER, unread_count: 1, unread_version: 0 }]);
  });

  it('changes nothing if its line shows a later one', () => {
    const later = [line(THIRD), line(OTHER, { content: 'message 3', created_at: message(3).created_at })];
    expect(withMessage(later, message(2))).toEqual(later);
  });
});

it('replaces the text of the changed message alone', () => {
  const changed = message(1, { id: OTHER * 100, content: 'edited' });
  expect(withText(list, changed).map(({ content }) => content)).toEqual(['message 1', 'edited']);
});

it('takes a newer count, ignores an older one, and removes the line of a conversation that was read', () => {
  expect(withUnread(list, unread(5, 7))[1]).toMatchObject({ unread_count: 5, unread_version: 7 });
  expect(withUnread(list, unread(5, 2))).toEqual(list);
  expect(withUnread(list, unread(0, 4))).toEqual([line(THIRD)]);
});

it('adds a page below, without the lines that are listed', () => {
  const page = [line(OTHER, { content: 'older' }), line(4)];
  expect(withPage(list, page)).toEqual([...list, line(4)]);
  expect(keyOfLine(line(4, { conversation_id: 9 }))).toBe('c9');
});
