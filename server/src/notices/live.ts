import type { NotificationChoices } from '@sangam/shared/notices/choices';
import type { Live, LiveContext } from '../platform/realtime/live.js';

declare module '../platform/events.js' {
  interface DomainEvents {
    'choices:changed': { user_id: number; choices: NotificationChoices };
  }
}

export const noticesLive = ({ broadcast }: LiveContext) =>
  ({
    clientEvents: {},
    audiences: {
      'inboxes:changed': (changes) => {
        for (const { user_id, change } of changes) broadcast.toMembers([user_id], 'inbox:changed', change);
      },
      'choices:changed': ({ user_id, choices }) => broadcast.toMembers([user_id], 'choices:changed', choices),
    },
  }) satisfies Live<never, 'inboxes:changed' | 'choices:changed'>;
