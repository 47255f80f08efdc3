import { beforeEach, expect, it, vi } from 'vitest';
import { useTeams } from '../../chat/state/teams';
import { toListed } from '../../chat/state/teams.reduce';
import { applyUnreadCount, applyUnreadMessage, useUnreadMessages } from '../../chat/state/unread-messages';
import { acceptSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { CONVERSATION, member, message, OTHER, TEAM, team } from '../../testing/samples';
import { closeReadNotifications } from './close-read';
import { useNotifications } from './notifications';

let shown: string[] = [];

beforeEach(() => {
  resetStores();
  acceptSession({ token: 'x', user: member });
  const getNotifications = async () =>
    shown.map((tag) => ({ tag, close: () => (shown = shown.filter((one) => one !== tag)) }));
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ getNotifications }) } });
  return () => vi.unstubAllGlobals();
});

it('closes what was read elsewhere, and only that', async () => {
  useUnreadMessages.setState({ loaded: true });
  applyUnreadMessage(message(1));
  const item = { kind: 'request:received', title: '', project_id: 1, subject_id: 1, actor: null, created_at: '' };
  const items = [
    { ...item, id: 3, read: true },
    { ...item, id: 4, read: false },
  ];
  useNotifications.setState({ items, hasMore: false });
  shown = [`chat:${OTHER}`, 'chat:999', 'inbox:3', 'inbox:4', 'inbox:5', 'session:end', ''];
  closeReadNotifications();
  await vi.waitFor(() => expect(shown).toEqual([`chat:${OTHER}`, 'inbox:4', '']));
  const conversation = { id: OTHER, conversation_id: CONVERSATION, unread_count: 0, unread_version: 9 };
  applyUnreadCount({ unread_count: 0, unread_version: 9, conversation });
  await vi.waitFor(() => expect(shown).toEqual(['inbox:4', '']));
});

it('closes a team’s notifications once its messages are read or the member has left it', async () => {
  useTeams.setState({ list: [toListed(team({ unread_count: 1, unread_version: 6 }))] });
  shown = [`team:${TEAM}`, 'team:999'];
  closeReadNotifications();
  await vi.waitFor(() => expect(shown).toEqual([`team:${TEAM}`]));
  useTeams.setState({ list: [toListed(team())] });
  await vi.waitFor(() => expect(shown).toEqual([]));
});

it('closes nothing about messages that the lists may not reach', async () => {
  useUnreadMessages.setState({ loaded: true, hasMore: true });
  useNotifications.setState({ items: [], hasMore: true });
  // The last is always closed, so that the others have been looked at by then.
  shown = ['chat:999', 'team:999', 'inbox:3', 'session:end'];
  closeReadNotifications();
  await vi.waitFor(() => expect(shown).not.toContain('session:end'));
  expect(shown).toEqual(['chat:999', 'team:999', 'inbox:3']);
});
