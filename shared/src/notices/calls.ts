import type { HttpCall } from '../core/contract.js';
import { ChangeQuery, ConversationIdParams, IdParams, UserIdParams } from '../core/schemas.js';
import * as choices from './choices.js';
import * as inbox from './notifications.js';
import * as push from './web-push.js';

/** Notifications, push notifications, a member's choices of them, and mutes. */
export const noticesCalls = {
  'GET /api/inbox': {
    tag: 'inbox',
    summary: 'List notifications, read and unread, newest first',
    access: 'member',
    query: inbox.NotificationListQuery,
    answer: inbox.NotificationListAnswer,
  },
  'PUT /api/inbox/read': {
    tag: 'inbox',
    summary: 'Mark notifications as read',
    access: 'member',
    body: inbox.NotificationsReadBody,
    answer: inbox.NotificationsChangeAnswer,
  },
  'PUT /api/inbox/read-all': {
    tag: 'inbox',
    summary: 'Mark all notifications as read',
    access: 'member',
    answer: inbox.NotificationsChangeAnswer,
  },
  'PUT /api/inbox/seen': {
    tag: 'inbox',
    summary: 'Mark as read the notifications whose subject a screen has shown',
    access: 'member',
    body: inbox.NotificationsSeenBody,
    answer: inbox.NotificationsChangeAnswer,
  },
  'DELETE /api/inbox/:id': {
    tag: 'inbox',
    summary: 'Clear a notification',
    access: 'member',
    params: IdParams,
    answer: inbox.NotificationsChangeAnswer,
  },

  'GET /api/push': {
    tag: 'push',
    summary: "Get the installation's key for push notifications, and whether this device gets them",
    access: 'member',
    holdsSecret: true,
    answer: push.WebPushAnswer,
  },
  'PUT /api/push': {
    tag: 'push',
    summary: 'Turn on push notifications for this device, until its session ends',
    access: 'member',
    body: push.WebPushBody,
    answer: push.WebPushAnswer,
  },
  'DELETE /api/push': {
    tag: 'push',
    summary: 'Turn off push notifications for this device',
    access: 'member',
    answer: push.WebPushAnswer,
  },

  'GET /api/notification-choices': {
    tag: 'inbox',
    summary: "Get the member's preferences for notifications and privacy",
    access: 'member',
    answer: choices.NotificationChoicesAnswer,
  },
  'PATCH /api/notification-choices': {
    tag: 'inbox',
    summary: "Change the member's preferences for notifications and privacy",
    access: 'member',
    query: ChangeQuery,
    body: choices.NotificationChoicesBody,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/messages/mute/:userId': {
    tag: 'inbox',
    summary: 'Mute a conversation',
    access: 'member',
    params: UserIdParams,
    query: ChangeQuery,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/messages/mute/:userId': {
    tag: 'inbox',
    summary: 'Unmute a conversation',
    access: 'member',
    params: UserIdParams,
    query: ChangeQuery,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/messages/c/:conversationId/mute': {
    tag: 'inbox',
    summary: 'Mute a conversation, by its id',
    access: 'member',
    params: ConversationIdParams,
    query: ChangeQuery,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/messages/c/:conversationId/mute': {
    tag: 'inbox',
    summary: 'Unmute a conversation, by its id',
    access: 'member',
    params: ConversationIdParams,
    query: ChangeQuery,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/projects/:id/mute': {
    tag: 'inbox',
    summary: 'Mute a project',
    access: 'member',
    params: IdParams,
    query: ChangeQuery,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/projects/:id/mute': {
    tag: 'inbox',
    summary: 'Unmute a project',
    access: 'member',
    params: IdParams,
    query: ChangeQuery,
    answer: choices.NotificationChoicesAnswer,
  },
} as const satisfies Record<string, HttpCall>;
