import type { BlockChange, MessageRequestChange } from '@sangam/shared/contact/calls';
import type { Live, LiveContext } from '../platform/realtime/live.js';

declare module '../platform/events.js' {
  interface DomainEvents {
    'block:changed': { user_id: number; change: BlockChange };
    /** Sent only to the reader. The sender sees the change with their next reads. */
    'message-request:changed': { user_id: number; change: MessageRequestChange };
  }
}

export const contactLive = ({ broadcast, watchers }: LiveContext) =>
  ({
    clientEvents: {},
    audiences: {
      // The blocked member isn't notified.
      'block:changed': ({ user_id, change }) => {
        // Done at once, before any query.
        if (change.is_blocked) {
          watchers.hide(user_id, change.user_id);
          watchers.hide(change.user_id, user_id);
        }
        broadcast.toMembers([user_id], 'block:changed', change);
      },
    },
  }) satisfies Live<never, 'block:changed'>;
