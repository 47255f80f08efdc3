import type { BlockChange } from '@sangam/shared/contact/blocks';
import type { MessageRequestChange } from '@sangam/shared/contact/message-requests';
import type { Live, LiveContext } from '../platform/realtime/live.js';

declare module '../platform/events.js' {
  interface DomainEvents {
    'block:changed': { user_id: number; change: BlockChange };
    /** The other is not told, but for what they are shown from now on. */
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
