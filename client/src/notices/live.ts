import type { noticesServerEvents } from '@sangam/shared/notices/events';
import type { noticesRefreshAnswer } from '@sangam/shared/notices/refresh';
import type { Live } from '../core/realtime/live';
import { applyChoices, choicesVersion } from './state/choices';
import type { News } from './state/news';
import { applyInboxChange, inboxWanted, refreshInboxPart } from './state/notifications';
import { fetchInbox } from './sync/fetch-inbox';

/** What notices contributes to the live part of the application. */
export const noticesLive = {
  events: {
    'inbox:changed': (change) => {
      if (!applyInboxChange(change)) void fetchInbox();
    },
    'choices:changed': (choices) => applyChoices(choices),
  },
  refresh: {
    inbox: {
      asked() {
        const { version, limit } = inboxWanted();
        return { inbox: version, inbox_limit: limit };
      },
      take: refreshInboxPart,
    },
    choices: {
      asked: () => ({ choices: choicesVersion() }),
      async take(part) {
        const came = await part;
        if (came.ok && came.value) applyChoices(came.value);
        return true;
      },
    },
  },
} satisfies Live<News, keyof typeof noticesServerEvents, Exclude<keyof typeof noticesRefreshAnswer, 'inbox_version'>>;
