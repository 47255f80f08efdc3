import type { Message } from '@sangam/shared/chat/messages';
import type { ComponentProps } from 'react';
import { MessageRow } from '../chat/screens/message/MessageRow';
import { ME, page, TEAM, TEAM_KEY, THIRD, team, teamMessage } from './samples';
import { base, serve } from './server-state';

/** A successful answer. */
export const ok = (data: object) => ({ body: { success: true, data } });

/** Messages of a team's conversation. */
export const teamMessages = [
  teamMessage(1, { content: 'Welcome' }),
  teamMessage(2, { sender_id: ME, sender_name: 'Me', content: 'Hello' }),
  teamMessage(3, { sender_id: THIRD, sender_name: 'Third', content: 'I am new' }),
  teamMessage(4, { content: 'Ask me' }),
  teamMessage(5, { sender_id: ME, sender_name: 'Me', content: 'I will' }),
];
const { user: _, ...thread } = page(teamMessages, 5, { conversation_id: TEAM, kind: 'team', read_seq: 5 });

/** Serves a team with `teamMessages`, and `info` about it. */
export const serveTeam = (info: () => object, replies: Parameters<typeof serve>[1] = {}) =>
  serve(
    { ...base, teams: [team({ last_message: 'I will', last_message_sender_id: ME, last_message_sender_name: 'Me' })] },
    {
      'GET /api/messages/c/:conversationId': () => ok(thread),
      'GET /api/messages/c/:conversationId/team': () => ok(info()),
      'GET /api/messages/c/:conversationId/requests': () => ok({ requests: [], connections: [], my_connections: [] }),
      'GET /api/conversations/requests': () => ok({ conversations: [], has_more: false }),
      'GET /api/blocks': () => ok({ blocked: [] }),
      ...replies,
    },
  );

/** Renders a message as the team's thread does. */
export const teamRow = (item: Message, change: Partial<ComponentProps<typeof MessageRow>> = {}) => (
  <MessageRow
    key={item.seq}
    newDay={false}
    firstUnread={false}
    grouped={false}
    isTarget={false}
    seen={false}
    isNamed={true}
    conversation={TEAM_KEY}
    me={ME}
    own={item.sender_id === ME}
    name={item.sender_name}
    item={{ kind: 'stored', message: item }}
    {...change}
  />
);
