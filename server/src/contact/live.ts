import type { BlockChange, MessageRequestChange } from '@sangam/shared/contact/calls';
import type { Live, LiveContext } from '../platform/realtime/live.js';

declare module '../platform/events.js' {
  interface DomainEvents {
    'block:changed': { user_id: number; change: BlockChange };
    /** Sent to the reader alone. The sender's view changes only with their next reads. */
    'message-request:changed': { user_id: number; change: MessageRequestChange };
  }
}

export const contactLive = ({ broadcast, watchers }: LiveContext) =>
  ({
    clientEvents: {},
    audiences: {
      // The blocked member isn't notified.
      'block:changed': ({ user_id, change }) => {
        if (change.is_blocked) watchers.part(user_id, change.user_id);
        broadcast.toMembers([user_id], 'block:changed', change);
      },
    },
  }) satisfies Live<never, 'block:changed'>;
