import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import { withoutMarks } from '@sangam/shared/core/without-marks';
import { useNotifications } from '../../../chat/state/unread-messages';
import { chatPath } from '../../../lib/links/chat-link';
import { logFailure } from '../../../lib/log';
import { closeNotification, notifyWhileHidden } from '../../state/desktop-notification';

type Noticed = Pick<Message, 'id' | 'sender_id' | 'sender_name' | 'content'>;

/** The newest message of each sender that this tab had the browser show. */
const noticed = new Map<number, Noticed>();
/** What its notice says. */
const textOf = ({ content }: Noticed): string => withoutMarks(content);
const tagOf = ({ sender_id }: Noticed): string => `chat:${sender_id}`;
let isFollowing = false;

/** Notifies by the browser of a message that came while nobody looked at this tab. */
export function noticeMessage(message: Noticed): void {
  if (!isFollowing) useNotifications.subscribe(follow);
  isFollowing = true;
  noticed.set(message.sender_id, message);
  const { sender_id, sender_name } = message;
  notifyWhileHidden({ title: sender_name, text: textOf(message), tag: tagOf(message), path: chatPath(sender_id) });
}

/** A notice goes once its message was read or deleted, and says what an edited one says now. */
function follow(): void {
  const { notifications, hasMore } = useNotifications.getState();
  for (const message of noticed.values()) {
    const unread = notifications.find(({ sender_id }) => sender_id === message.sender_id);
    const isUnknown = unread === undefined ? hasMore : unread.id !== message.id;
    if (isUnknown || unread?.content === message.content) continue;
    noticed.delete(message.sender_id);
    replace(message, unread?.content === DELETED_MESSAGE ? undefined : unread).catch((error: unknown) =>
      logFailure('A notification could not be taken away', error),
    );
  }
}

async function replace(message: Noticed, now: Noticed | undefined): Promise<void> {
  const wasShown = await closeNotification({ tag: tagOf(message), text: textOf(message) });
  if (wasShown && now) noticeMessage(now);
}
