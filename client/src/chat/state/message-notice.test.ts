import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeStorage } from '../../testing/fake-server';
import { member, message, team, teamMessage } from '../../testing/samples';
import { type NotifiedMessage, noticeOfMessage } from './message-notice';
import { useTeams } from './teams';
import { toListed } from './teams.reduce';
import { applyUnreadMessage, useUnreadMessages } from './unread-messages';

const unread = (notified: NotifiedMessage) => noticeOfMessage(notified).unread();

beforeEach(() => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

describe('the notice of a message to a team', () => {
  const list = (change: Parameters<typeof team>[0]) =>
    useTeams.setState({ list: [toListed(team({ last_seq: 6, last_message: 'newest', unread_count: 2, ...change }))] });

  it('has the newest words, until all is read', () => {
    list({ read_seq: 4 });
    expect(unread(teamMessage(6))).toEqual({ id: teamMessage(6).id, content: 'newest' });
    expect(unread(teamMessage(5))).toEqual({ id: 0, content: 'newest' });
    list({ read_seq: 6, unread_count: 0 });
    expect(unread(teamMessage(6))).toBeNull();
    useTeams.setState({ list: [] });
    expect(unread(teamMessage(6))).toBeNull();
  });

  it('leaves room in a toast for the message after a long title and a long name', () => {
    const name = 'Venkatanarasimharajuvaripeta Subramanyeswara';
    list({ name: 'Stepwell puzzles: a quiet game about water and light' });
    const notice = noticeOfMessage({ ...teamMessage(6), sender_name: name, content: 'Meet at four?' });
    expect(notice.toast).toBe('Venkatanarasimharajuvaripeta… in Stepwell puzzles: a quiet gam…: Meet at four?');
    expect(notice.title).toBe('Stepwell puzzles: a quiet game about water and light');
    expect(notice.text).toBe(`${name}: Meet at four?`);
  });

  it('has the words of an edit that mentions the member in a message that they have read', () => {
    const edited = { ...teamMessage(5, { change: 3 }), mentions_you: true as const };
    list({ read_seq: 6, unread_count: 0 });
    expect(unread(edited)).toBe(edited);
    expect(unread(teamMessage(5, { change: 3 }))).toBeNull();
    expect(unread({ ...teamMessage(5), mentions_you: true })).toBeNull();
    list({ read_seq: 4 });
    expect(unread(edited)).toEqual({ id: 0, content: 'newest' });
  });
});

it('doesn’t know whether a message is unread while the list of unread messages isn’t whole', () => {
  applyUnreadMessage(message(3));
  expect(unread(message(3))).toMatchObject({ id: message(3).id, content: 'message 3' });
  useUnreadMessages.setState({ notifications: [], hasMore: true });
  expect(unread(message(3))).toBeUndefined();
  useUnreadMessages.setState({ hasMore: false });
  expect(unread(message(3))).toBeNull();
});
