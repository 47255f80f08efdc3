import type { RefreshParts } from '../platform/module.js';
import type { ChoicesService } from './choices/service.js';
import type { NotificationsService } from './notifications/service.js';

export const noticesRefresh = ({
  notifications,
  choices,
}: {
  notifications: NotificationsService;
  choices: ChoicesService;
}): Pick<RefreshParts, 'inbox' | 'choices'> => ({
  inbox: {
    version: 'coalesce((SELECT version FROM inboxes WHERE user_id = s.user_id), 0)',
    initial: { items: [], has_more: false, total: 0, unread: 0, version: 0 },
    read: notifications.list,
  },
  choices: {
    version: 'coalesce((SELECT version FROM notification_choices WHERE user_id = s.user_id), 0)',
    initial: choices.initial,
    read: choices.get,
  },
});
