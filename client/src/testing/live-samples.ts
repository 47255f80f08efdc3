import type { ServerPayload } from '@sangam/shared/app/socket';
import { CONVERSATION, ME, message, OTHER } from './samples';
import { base, type ServerState } from './server-state';

export const second = message(2, { sender_name: 'Other' });
export const unread = (unread_count: number, unread_version: number) => ({
  unread_count,
  unread_version,
  conversation: { id: OTHER, unread_count, unread_version },
});
export const unreadOne = unread(1, 3);
export const withSecond: Partial<ServerState> = {
  messages: [message(1), second],
  unread: 1,
  conversation: {
    ...base.conversation,
    last_message: second.content,
    last_message_time: second.created_at,
    last_seq: 2,
    unread_count: 1,
    unread_version: 3,
  },
  notifications: [
    {
      id: second.id,
      conversation_id: CONVERSATION,
      sender_id: OTHER,
      sender_name: 'Other',
      content: second.content,
      unread_count: 1,
      unread_version: 3,
      created_at: second.created_at,
    },
  ],
};

export const decision = {
  id: 5,
  project_id: 7,
  project_title: 'Project 7',
  status: 'accepted',
  current_members: 2,
} as const;
export const interestDecision: ServerPayload<'connection:decided'> = {
  id: 6,
  project_id: 7,
  project_title: 'Project 7',
  status: 'denied',
  creator_id: OTHER,
  requester_id: ME,
  created_at: '',
};
export const end = { id: 5, project_id: 7, project_title: 'Project 7' };
export const departure = { project_id: 7, project_title: 'Project 7', user_id: OTHER, user_name: 'Other' };
export const creatorChange = {
  project_id: 7,
  project_title: 'Project 7',
  creator_id: OTHER,
  creator_name: 'Other',
  former_id: ME,
  former_name: 'Me',
};
