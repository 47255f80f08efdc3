import type { NewNotification } from '../platform/records/notifications.queries.js';

/** Replaces the notification that the creator ended the project: it names nobody and links to no project page. */
export const unavailable = (ended: NewNotification): NewNotification => ({
  ...ended,
  ...{ kind: 'project:unavailable', actor_id: null, link: '/work' },
});
