import { useShortcuts } from '../../../core/device/shortcuts';
import { listedConversation } from '../../state/conversations';
import { isPlainKey } from '../message/reply-to';

/** Marks a conversation as unread by its last message. The code for that is loaded with the first one. */
export function markLastUnread(otherId: number): void {
  const last = listedConversation(otherId)?.last_seq;
  if (last)
    void import('./mark-unread').then(
      ({ markUnread }) => markUnread(otherId, last),
      () => undefined,
    );
}

/** `U` on the line of a conversation. */
export const isMarkKey = (event: Parameters<typeof isPlainKey>[0]): boolean =>
  useShortcuts.getState().singleKeys && isPlainKey(event) && event.key.toLowerCase() === 'u';
