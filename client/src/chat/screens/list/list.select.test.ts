import { describe, expect, it } from 'vitest';
import { CONVERSATION, KEY, listed, ME, message, OTHER, team } from '../../../testing/samples';
import type { Pending } from '../../state/outbox/outbox-order';
import { toListed } from '../../state/teams.reduce';
import { listRows, listTime, type OpenConversation } from './list.select';
import { type BlockedMembers, matchesSearch } from './matches-search';

const none: BlockedMembers = { byId: {} };
const pending = (change: Partial<Pending> = {}): Pending => ({
  kind: 'pending',
  client_id: 'c',
  conversation_id: CONVERSATION,
  receiver_id: OTHER,
  content: 'on its way',
  created_at: '2026-02-01T00:00:00.000Z',
  order: 1,
  state: 'waiting',
  error: null,
  ...change,
});
/** A pending message to a member with whom there is no conversation yet. */
const pendingWith = (receiver_id: number): Pending => {
  const { conversation_id: _, ...item } = pending({ receiver_id });
  return item;
};
const requested = {
  id: 7,
  name: 'Bina',
  kind: 'join_request',
  own: false,
  project_title: 'Rover',
  requested_at: '2026-01-01T12:00:00.000Z',
} as const;
const third = listed({ key: 'c3', otherId: 3, name: 'Third', last_message_time: '2026-01-02T00:00:00.000Z' });

describe('the rows of the conversation list', () => {
  it('moves a conversation to the top with a message just written', () => {
    const rows = listRows([third, listed()], ME, { pendings: [pending()] });
    expect(rows.map((row) => row.otherId)).toEqual([OTHER, 3]);
    expect(rows[0]).toMatchObject({ lastMessage: 'on its way', own: true, pending: 'waiting' });
  });

  it('reuses the row of an unchanged conversation, so that one change renders one line', () => {
    const [first, other] = [listRows([third, listed()], ME), listed({ last_message: 'new' })];
    const second = listRows([third, other], ME);
    expect(second.find((row) => row.otherId === 3)).toBe(first.find((row) => row.otherId === 3));
    expect(second.find((row) => row.key === KEY)).not.toBe(first.find((row) => row.key === KEY));
    expect(listRows([third], third.last_message_sender_id ?? 0)[0]?.own).toBe(true);
  });

  it('shows a new conversation first, and only once after it is stored', () => {
    const begun = { key: 'u9', otherId: 9, name: 'Nina' } as const;
    expect(listRows([third], ME, { open: begun }).map((row) => row.name)).toEqual(['Nina', 'Third']);
    expect(listRows([{ ...third, key: 'u9', otherId: 9 }], ME, { open: begun })).toHaveLength(1);
  });

  it('lists a conversation with only a request by its time until its first message', () => {
    const asks = { otherId: 7, lastMessage: 'Request to join Rover', own: false, unread: 0 };
    const rows = listRows([third, listed()], ME, {
      open: { key: 'u7', otherId: 7, name: 'Bina' },
      requested: [requested],
    });
    expect(rows).toMatchObject([{ otherId: 3 }, asks, { otherId: OTHER }]);
    const own = listRows([], ME, { requested: [{ ...requested, own: true, kind: 'interest' }] });
    expect(own).toMatchObject([{ own: true, lastMessage: 'Interest in Rover' }]);
    expect(listRows([], ME, { pendings: [pendingWith(7)], requested: [requested] })).toMatchObject([
      { key: 'u7', otherId: 7, pending: 'waiting' },
    ]);
    expect(listRows([listed({ key: 'u7', otherId: 7 })], ME, { requested: [requested] })).toMatchObject([
      { lastMessage: 'message 1' },
    ]);
  });

  it('shows the last message of an open conversation below the loaded list', () => {
    const open = { key: KEY, otherId: OTHER, name: 'Far down' };
    const newest = message(7, { content: 'a year ago', created_at: '2025-01-01T00:00:00.000Z' });
    const rowOf = (change: Partial<OpenConversation>) => listRows([third], ME, { open: { ...open, ...change } })[0];
    expect(rowOf({ newest })).toMatchObject({
      key: KEY,
      lastMessage: 'a year ago',
      time: newest.created_at,
      own: false,
    });
    expect(rowOf({ newest: null })?.lastMessage).toBeNull();
    // No last message is shown until the thread has loaded.
    expect(rowOf({})?.lastMessage).toBeUndefined();
  });

  it('never hides a pending message to a new member', () => {
    expect(listRows([], ME, { pendings: [pendingWith(44)] })).toMatchObject([
      { key: 'u44', otherId: 44, lastMessage: 'on its way' },
    ]);
  });

  it('searches names and last messages, without case and accents, by parts and words', () => {
    const [zoe] = listRows([listed({ name: 'Zoë O’Brien', last_message: 'Café?' })], ME);
    if (zoe === undefined) throw new Error('a row was expected');
    for (const search of ['zoe', 'obrien', "o'br", 'brien zoe', 'cafe', '?'])
      expect(matchesSearch(zoe, search, none)).toBe(true);
    for (const search of ['zoo', '!', 'brien cafe']) expect(matchesSearch(zoe, search, none)).toBe(false);
    const [row] = listRows([listed({ name: 'Asha', last_message: '**Data** SET' })], ME);
    if (row === undefined) throw new Error('a row was expected');
    expect([' asha ', 'data set', '', 'zzz'].map((search) => matchesSearch(row, search, none))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('finds a team’s last message by its text as shown, which hides that of a blocked member', () => {
    const said = toListed(team({ last_message: 'secret', last_message_sender_id: OTHER }));
    const [row] = listRows([said], ME);
    if (row === undefined) throw new Error('a row was expected');
    const found = (blocked: BlockedMembers) =>
      ['secret', 'hidden'].map((search) => matchesSearch(row, search, blocked));
    expect(found(none)).toEqual([true, false]);
    expect(found({ byId: { [OTHER]: { is_blocked: true } } })).toEqual([false, true]);
  });

  it('shows the time of a message from today, and the date of an older one', () => {
    const now = Date.parse('2026-03-10T12:00:00.000Z');
    expect(listTime('2026-03-10T06:35:00.000Z', now)).toBe('12:05 pm');
    expect(listTime('2026-03-09T06:35:00.000Z', now)).toBe('Yesterday');
    expect(listTime('2026-03-01T06:35:00.000Z', now)).toBe('1 Mar');
  });
});
