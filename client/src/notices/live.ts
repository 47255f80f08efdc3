import type { noticesServerEvents } from '@sangam/shared/notices/events';
import type { noticesRefreshAnswer } from '@sangam/shared/notices/refresh';
import type { Live } from '../core/realtime/live';
import { applyChoices, choicesVersion } from './state/choices';
import type { Notice } from './state/notice';
import { applyNotificationsChange, notificationsRefreshParams, refreshNotifications } from './state/notifications';
import { fetchNotifications } from './sync/fetch-notifications';

/** The subject notices' part of the live application. */
export const noticesLive = {
  events: {
    'inbox:changed': (change, { announce }) => {
      if (!applyNotificationsChange(change)) void fetchNotifications();
      for (const item of change.added)
        if (!item.read && !item.quiet && document.hidden) announce({ kind: 'notification', item });
    },
    'choices:changed': (choices) => applyChoices(choices),
  },
  refresh: {
    inbox: {
      query() {
        const { version, limit } = notificationsRefreshParams();
        return { inbox: version, inbox_limit: limit };
      },
      take: refreshNotifications,
    },
    choices: {
      query: () => ({ choices: choicesVersion() }),
      async take(part) {
        const knownVersion = choicesVersion();
        const result = await part;
        if (result.ok && result.value) applyChoices(result.value, knownVersion);
        return true;
      },
    },
  },
} satisfies Live<Notice, keyof typeof noticesServerEvents, Exclude<keyof typeof noticesRefreshAnswer, 'inbox_version'>>;
