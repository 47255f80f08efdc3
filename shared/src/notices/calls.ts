import type { HttpCall } from '../core/contract.js';
import { ConversationIdParams, IdParams, UserIdParams } from '../core/schemas.js';
import * as choices from './choices.js';
import * as inbox from './notifications.js';
import * as push from './web-push.js';

/** Notifications, push notifications, a member's choices of them, and mutes. */
export const noticesCalls = {
  'GET /api/inbox': {
    tag: 'inbox',
    summary: 'Notifications, read and unread, newest first',
    access: 'member',
    query: inbox.NotificationListQuery,
    answer: inbox.NotificationListAnswer,
  },
  'PUT /api/inbox/read': {
    tag: 'inbox',
    summary: 'Mark notifications read',
    access: 'member',
    body: inbox.NotificationsReadBody,
    answer: inbox.NotificationsChangeAnswer,
  },
  'PUT /api/inbox/read-all': {
    tag: 'inbox',
    summary: 'Mark all notifications read',
    access: 'member',
    answer: inbox.NotificationsChangeAnswer,
  },
  'PUT /api/inbox/seen': {
    tag: 'inbox',
    summary: 'Mark read what a screen has shown',
    access: 'member',
    body: inbox.NotificationsSeenBody,
    answer: inbox.NotificationsChangeAnswer,
  },
  'DELETE /api/inbox/:id': {
    tag: 'inbox',
    summary: 'Take a notification off the list',
    access: 'member',
    params: IdParams,
    answer: inbox.NotificationsChangeAnswer,
  },

  'GET /api/push': {
    tag: 'push',
    summary: "The installation's key, and whether this device is told of news while its tabs are closed",
    access: 'member',
    answer: push.WebPushAnswer,
  },
  'PUT /api/push': {
    tag: 'push',
    summary: 'Tell this device of news while its tabs are closed, until its session ends',
    access: 'member',
    body: push.WebPushBody,
    answer: push.WebPushAnswer,
  },
  'DELETE /api/push': {
    tag: 'push',
    summary: 'Tell this device no more',
    access: 'member',
    answer: push.WebPushAnswer,
  },

  'GET /api/notification-choices': {
    tag: 'inbox',
    summary: 'How one wants to be told of news',
    access: 'member',
    answer: choices.NotificationChoicesAnswer,
  },
  'PATCH /api/notification-choices': {
    tag: 'inbox',
    summary: 'Choose how one wants to be told of news',
    access: 'member',
    body: choices.NotificationChoicesBody,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/messages/mute/:userId': {
    tag: 'inbox',
    summary: 'Be told nothing of a conversation',
    access: 'member',
    params: UserIdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/messages/mute/:userId': {
    tag: 'inbox',
    summary: 'Be told of a conversation again',
    access: 'member',
    params: UserIdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/messages/c/:conversationId/mute': {
    tag: 'inbox',
    summary: 'Be told nothing of a conversation, by its id',
    access: 'member',
    params: ConversationIdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/messages/c/:conversationId/mute': {
    tag: 'inbox',
    summary: 'Be told of a conversation again, by its id',
    access: 'member',
    params: ConversationIdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'PUT /api/projects/:id/mute': {
    tag: 'inbox',
    summary: 'Be told nothing of a project',
    access: 'member',
    params: IdParams,
    answer: choices.NotificationChoicesAnswer,
  },
  'DELETE /api/projects/:id/mute': {
    tag: 'inbox',
    summary: 'Be told of a project again',
    access: 'member',
    params: IdParams,
    answer: choices.NotificationChoicesAnswer,
  },
} as const satisfies Record<string, HttpCall>;
