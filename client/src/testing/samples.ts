import type { Conversation, Message } from '@sangam/shared/chat/messages';
import type { TeamConversation, TeamInfo } from '@sangam/shared/chat/teams';
import { openDisclosure } from '@sangam/shared/contact/privacy';
import type { NotificationChoices } from '@sangam/shared/notices/choices';
import type { NotificationItem, NotificationsChange } from '@sangam/shared/notices/notifications';
import type { User } from '@sangam/shared/people/users';
import type { Project } from '@sangam/shared/projects/projects';
import type { Transfer } from '@sangam/shared/projects/transfers';
import type { Interest } from '@sangam/shared/requests/interests';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { ListedConversation } from '../chat/state/conversations.reduce';
import type { ThreadPage } from '../chat/state/thread/threads.reduce';

export const ME = 1;
export const OTHER = 2;
/** The id of the conversation between ME and OTHER. */
export const CONVERSATION = 17;
export const KEY = `c${CONVERSATION}` as const;

/** ME, as stored in a session. */
export const member: User = {
  id: ME,
  name: 'Me',
  email: 'me@example.org',
  college: '',
  skills: [],
  github_link: null,
  created_at: '2026-01-01T00:00:00.000Z',
  is_online: true,
  last_active: null,
};

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();

/** Returns the message with this number between ME and OTHER; from OTHER unless `change` says otherwise. */
export function message(seq: number, change: Partial<Message> = {}): Message {
  return {
    id: 1_000 + seq,
    conversation_id: CONVERSATION,
    seq,
    client_id: null,
    sender_id: OTHER,
    receiver_id: ME,
    content: `message ${seq}`,
    created_at: at(seq),
    sender_name: 'Other',
    sender_is_online: true,
    last_active: null,
    ...change,
  };
}

/** Returns the messages with the numbers `from` to `to`. */
export const messages = (from: number, to: number): Message[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index));

/** Returns a thread page as the server answers it, from a conversation with `total` messages. */
export function page(list: Message[], total: number, change: Partial<ThreadPage> = {}): ThreadPage {
  return {
    conversation_id: CONVERSATION,
    messages: list,
    has_more: false,
    last_seq: total,
    last_change: 0,
    read_seq: 0,
    other_read_seq: 0,
    first_unread_seq: null,
    user: { id: OTHER, name: 'Other', is_online: true, last_active: null },
    ...change,
  };
}

export function conversation(change: Partial<Conversation> = {}): Conversation {
  return {
    id: OTHER,
    conversation_id: CONVERSATION,
    kind: 'direct',
    name: 'Other',
    email: '',
    last_message: 'message 1',
    last_message_time: at(1),
    last_message_sender_id: OTHER,
    last_seq: 1,
    last_change: 0,
    unread_count: 0,
    unread_version: 2,
    read_seq: 1,
    other_read_seq: 0,
    is_online: false,
    last_active: null,
    ...change,
  };
}

/** The conversation as the list stores it. */
export function listed(change: Partial<ListedConversation> = {}): ListedConversation {
  const { id, conversation_id: _, kind: __, is_online: ___, last_active: ____, email: _____, ...rest } = conversation();
  const { request: ______, ...shown } = rest;
  return { ...shown, key: KEY, otherId: id, ...change };
}

export function project(id: number, change: Partial<Project> = {}): Project {
  return {
    id,
    title: `Project ${id}`,
    description: 'What it is about',
    category: 'ai-ml',
    required_skills: ['TypeScript'],
    timeline: null,
    max_members: 5,
    current_members: 1,
    member_count: 1,
    offered_seats: 0,
    state: 'open',
    answer_days: 7,
    creator_id: ME,
    creator_name: 'Me',
    created_at: at(id),
    ...change,
  };
}

/** Answers thread pages from a conversation with `total` messages; all from `firstUnread` on are unread. */
export function threadServer(total: () => number, firstUnread: () => number | null = () => null) {
  return ({ query }: { query: URLSearchParams }) => {
    const limit = Number(query.get('limit') ?? 50);
    const count = total();
    const after = query.get('after');
    const before = query.get('before');
    const first_unread_seq = firstUnread();
    const marks = { first_unread_seq, read_seq: (first_unread_seq ?? 1) - 1 };
    if (after !== null) {
      const to = Math.min(count, Number(after) + limit);
      const change = { ...marks, has_more: to < count };
      return { body: { success: true, data: page(messages(Number(after) + 1, to), count, change) } };
    }
    const to = before === null ? count : Number(before) - 1;
    const from = Math.max(1, to - limit + 1);
    return { body: { success: true, data: page(messages(from, to), count, { ...marks, has_more: from > 1 }) } };
  };
}

/** OTHER's pending request to join project 7. */
export const joinRequest = (change: Partial<JoinRequest> = {}): JoinRequest => ({
  id: 5,
  project_id: 7,
  project_title: 'Project 7',
  creator_id: change.user_id === ME ? OTHER : ME,
  user_id: OTHER,
  user_name: 'Other',
  user_skills: [],
  message: 'Hi',
  status: 'pending',
  created_at: at(0),
  ...change,
});

/** OTHER's invitation of ME to project 7. */
export const invitation = (change: Partial<Invitation> = {}): Invitation => ({
  id: 8,
  project_id: 7,
  project_title: 'Project 7',
  creator_id: OTHER,
  creator_name: 'Other',
  user_id: ME,
  user_name: 'Me',
  message: 'Your Go would help us',
  status: 'pending',
  answer_by: '2099-01-08T00:00:00.000Z',
  created_at: at(0),
  ...change,
});

/** OTHER's interest in project 7. */
export const interest: Interest = {
  id: 6,
  project_id: 7,
  project_title: 'Project 7',
  status: 'pending',
  creator_id: ME,
  requester_id: OTHER,
  requester_name: 'Other',
  requester_college: '',
  requester_email: '',
  requester_skills: [],
  requester_github: null,
  created_at: at(0),
};

/** OTHER's transfer of project 7 to ME. */
export const offer = (change: Partial<Transfer> = {}): Transfer => ({
  id: 9,
  project_id: 7,
  project_title: 'Project 7',
  created_at: at(0),
  creator_id: OTHER,
  creator_name: 'Other',
  user_id: ME,
  user_name: 'Me',
  ...change,
});

/** An unread notification for ME. */
export const inboxItem = (id: number, change: Partial<NotificationItem> = {}): NotificationItem => ({
  id,
  kind: 'request:received',
  title: 'Project 7',
  project_id: 7,
  subject_id: 5,
  actor: { id: OTHER, name: 'Other' },
  created_at: at(id),
  read: false,
  ...change,
});

export const inboxChange = (change: Partial<NotificationsChange> = {}): NotificationsChange => ({
  unread: 0,
  version: 1,
  added: [],
  read_ids: [],
  cleared_ids: [],
  ...change,
});

/** The choices of a member who has changed none. */
export const choices = (change: Partial<NotificationChoices> = {}): NotificationChoices => ({
  mail_pace: 'quarter_hour',
  mail_shows_text: false,
  mail_off: [],
  mails: true,
  version: 0,
  push_off: [],
  quiet: null,
  time_zone: 'Asia/Kolkata',
  muted_member_ids: [],
  muted_project_ids: [],
  contact_from: 'anyone',
  followed_skills: [],
  ...openDisclosure,
  ...change,
});

/** The conversation of project 7's team: ME, OTHER and THIRD. */
export const TEAM = 40;
export const TEAM_KEY = `c${TEAM}` as const;
export const THIRD = 3;

export const team = (change: Partial<TeamConversation> = {}): TeamConversation => ({
  conversation_id: TEAM,
  project_id: 7,
  name: 'Project 7',
  people: 3,
  member_count: 3,
  active_at: at(5),
  last_message: 'message 5',
  last_message_time: at(5),
  last_message_sender_id: OTHER,
  last_message_sender_name: 'Other',
  last_seq: 5,
  last_change: 0,
  unread_count: 0,
  unread_version: 10,
  read_seq: 5,
  notify: 'all',
  ...change,
});

/** Returns the team's message with this number; from OTHER unless `change` says otherwise. */
export function teamMessage(seq: number, change: Partial<Message> = {}): Message {
  const { receiver_id: _, ...sent } = message(seq, { sender_is_online: false, ...change });
  return { ...sent, id: 4_000 + seq, conversation_id: TEAM };
}

/** The team's members, events and read marks. */
export const teamInfo = (change: Partial<TeamInfo> = {}): TeamInfo => ({
  conversation_id: TEAM,
  project_id: 7,
  name: 'Project 7',
  people: 3,
  events: [],
  participants: [
    { id: OTHER, name: 'Other', is_creator: true, is_online: true, last_active: null, joined_at: at(0), read_seq: 2 },
    { id: ME, name: 'Me', is_creator: false, is_online: true, last_active: null, joined_at: at(0), read_seq: 5 },
    { id: THIRD, name: 'Third', is_creator: false, is_online: false, last_active: null, joined_at: at(1), read_seq: 5 },
  ],
  ...change,
});
