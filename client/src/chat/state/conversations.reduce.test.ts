import { describe, expect, it } from 'vitest';
import { KEY, listed, ME, message, OTHER } from '../../testing/samples';
import { mergeConversations, withChange, withMessage, withReceipt, withUnread } from './conversations.reduce';

describe('the conversation list', () => {
  it('moves a conversation to the top with its new message', () => {
    const list = [listed({ key: 'u3', otherId: 3, last_message_time: '2026-01-01T00:00:30.000Z' }), listed()];
    const next = withMessage(list, KEY, message(60));
    expect(next?.map((item) => item.otherId)).toEqual([OTHER, 3]);
    expect(next?.[0]).toMatchObject({ last_message: 'message 60', last_seq: 60, last_message_sender_id: OTHER });
  });

  it('returns null for a message in an unknown conversation', () => {
    expect(withMessage([], KEY, message(1))).toBeNull();
  });

  it('ignores a message older than the last one shown', () => {
    const list = [listed({ last_seq: 9, last_message: 'newest', last_message_time: message(9).created_at })];
    expect(withMessage(list, KEY, message(4))?.[0]?.last_message).toBe('newest');
  });

  it('doesn’t let a slow fetch undo live changes', () => {
    const live = listed({ last_seq: 5, last_message: 'five', unread_count: 2, unread_version: 8, read_seq: 3 });
    const slow = listed({ last_seq: 4, last_message: 'four', unread_count: 1, unread_version: 7, read_seq: 3 });
    expect(mergeConversations([live], [slow])[0]).toMatchObject({ last_message: 'five', unread_count: 2 });
    const read = listed({ last_seq: 5, unread_count: 0, unread_version: 10, read_seq: 5 });
    const before = { ...read, unread_count: 2, unread_version: 8, read_seq: 3 };
    expect(mergeConversations([read], [before])[0]).toMatchObject({
      unread_count: 0,
      read_seq: 5,
    });
  });

  describe('after the server was restored from a backup', () => {
    const before = listed({ last_seq: 9, last_message: 'lost', last_change: 4, read_seq: 9 });
    const restored = listed({ last_seq: 5, last_message: 'five', last_change: 2, read_seq: 5 });

    it('takes the rows that have less than was known when the server was asked', () => {
      expect(mergeConversations([before], [restored], [before])).toEqual([restored]);
    });

    it('fetches the list for a later message with an earlier number', () => {
      const later = { created_at: '2099-01-01T00:00:00.000Z' };
      expect(withMessage([before], KEY, message(6, later))).toBeNull();
      const [next] = withMessage([restored], KEY, message(6, later)) ?? [];
      expect(next).toMatchObject({ last_seq: 6, last_message: 'message 6' });
    });
  });

  it('keeps conversations from other pages', () => {
    const old = listed({ key: 'u9', otherId: 9, last_message_time: '2025-01-01T00:00:00.000Z' });
    expect(mergeConversations([old], [listed()]).map((item) => item.otherId)).toEqual([OTHER, 9]);
  });

  it('moves each reader’s own read mark, and only forward', () => {
    const list = [listed({ read_seq: 5, other_read_seq: 4 })];
    const receipt = { reader_id: OTHER, up_to: 2 };
    expect(withReceipt(list, KEY, receipt, ME)[0]).toMatchObject({ read_seq: 5, other_read_seq: 4 });
    expect(withReceipt(list, KEY, { ...receipt, up_to: 6 }, ME)[0]).toMatchObject({ read_seq: 5, other_read_seq: 6 });
    expect(withReceipt(list, KEY, { reader_id: ME, up_to: 6 }, ME)[0]).toMatchObject({
      read_seq: 6,
      other_read_seq: 4,
    });
  });

  it('has the newest unread count', () => {
    const list = [listed({ unread_count: 2, unread_version: 8 })];
    const unread = (unread_count: number, unread_version: number) => ({
      unread_count: 9,
      unread_version: 99,
      conversation: { id: OTHER, conversation_id: 7, unread_count, unread_version },
    });
    expect(withUnread(list, KEY, unread(3, 9))[0]).toMatchObject({ unread_count: 3, unread_version: 9 });
    expect(withUnread(list, KEY, unread(1, 7))).toEqual(list);
  });

  it('leaves all other conversations as they are', () => {
    const other = listed({ key: 'u9', otherId: 9, last_seq: 5, last_change: 0 });
    const list = [listed({ last_seq: 5, last_change: 0 }), other];
    const unread = { conversation: { id: OTHER, conversation_id: 7, unread_count: 3, unread_version: 99 } };
    const changed = [
      withUnread(list, KEY, { unread_count: 3, unread_version: 99, ...unread }),
      withReceipt(list, KEY, { reader_id: OTHER, up_to: 5 }, ME),
      withChange(list, KEY, message(5, { change: 1 }), ME),
      withMessage(list, KEY, message(6)),
    ];
    for (const rows of changed) expect(rows?.find(({ key }) => key === 'u9')).toBe(other);
  });

  describe('with a change of a message', () => {
    const reaction = { seq: 8, emoji: '👍', reacted_at: '2026-01-01T00:00:00.000Z', sender_id: OTHER };
    const known = listed({ last_seq: 9, last_message: 'newest', last_change: 3 });
    const by = (...user_ids: number[]) => ({ change: 4, reactions: [{ emoji: '👍', user_ids }] });

    it('shows the new text of the last message, and of no other', () => {
      const [next] = withChange([known], KEY, message(9, { change: 4, content: 'edited' }), ME) ?? [];
      expect(next).toMatchObject({ last_message: 'edited', last_change: 4 });
      const [other] = withChange([known], KEY, message(8, { change: 4, content: 'edited' }), ME) ?? [];
      expect(other).toMatchObject({ last_message: 'newest', last_change: 4 });
      const list = [listed({ key: 'u3' }), known];
      expect(withChange(list, KEY, message(9, { change: 4 }), ME)?.[0]).toBe(list[0]);
    });

    it('ignores one that it has, and returns null for one after a gap or in an unknown conversation', () => {
      expect(withChange([known], KEY, message(9, { change: 3, content: 'older' }), ME)).toEqual([known]);
      expect(withChange([known], KEY, message(9, { change: 5 }), ME)).toBeNull();
      expect(withChange([], KEY, message(9, { change: 1 }), ME)).toBeNull();
    });

    it('returns null where it may have to show another reaction', () => {
      const shown = { ...known, reaction };
      expect(withChange([shown], KEY, message(8, by()), ME)).toBeNull();
      expect(withChange([shown], KEY, message(7, by()), ME)).toMatchObject([{ reaction, last_change: 4 }]);
      expect(withChange([known], KEY, message(7, { ...by(OTHER), sender_id: ME }), ME)).toBeNull();
      expect(withChange([known], KEY, message(7, { ...by(ME, OTHER), sender_id: ME }), ME)).toBeNull();
      expect(withChange([known], KEY, message(7, { ...by(ME), sender_id: ME }), ME)).not.toBeNull();
      expect(withChange([known], KEY, message(7, by(OTHER)), ME)).not.toBeNull();
    });
  });

  it('drops an archiving that a message has ended, with the count or with a fetch', () => {
    const mark = { from: null, version: 1 };
    const archived = listed({ unread_count: 0, unread_version: 5, unread_mark: { ...mark, archived_until: 2 } });
    const count = { id: OTHER, unread_count: 1, unread_version: 6 };
    const total = { unread_count: 1, unread_version: 6 };
    const [ended] = withUnread([archived], KEY, { ...total, conversation: count });
    expect(ended?.unread_mark).toEqual(mark);
    expect(mergeConversations([archived], [listed({ ...total, unread_mark: mark })])[0]?.unread_mark).toEqual(mark);
    expect(mergeConversations([archived], [archived])[0]?.unread_mark).toEqual({ ...mark, archived_until: 2 });
  });
});
