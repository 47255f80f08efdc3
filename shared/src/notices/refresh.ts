import { Type } from 'typebox';
import { Limit } from '../core/schemas.js';
import { NotificationChoices } from './choices.js';
import { noticeLimits } from './limits.js';
import { NotificationListAnswer } from './notifications.js';

export const noticesRefreshQuery = {
  inbox: Type.Optional(
    Type.Integer({ minimum: 0, description: 'the version of the notifications; without it they are returned' }),
  ),
  inbox_limit: Limit(noticeLimits.notificationsPage, noticeLimits.notificationsPageMax),
  choices: Type.Optional(
    Type.Integer({ minimum: 0, description: 'the version of the preferences; without it they are returned' }),
  ),
};

export const noticesRefreshAnswer = {
  inbox: Type.Optional(NotificationListAnswer.properties.data),
  inbox_version: NotificationListAnswer.properties.data.properties.version,
  choices: Type.Optional(NotificationChoices),
};
