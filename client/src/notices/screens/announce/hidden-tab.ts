import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import { withoutMarks } from '@sangam/shared/core/without-marks';
import { notificationLink, notificationWords } from '@sangam/shared/notices/notification-words';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { followChangedMessages } from '../../../chat/state/changed-messages';
import { keyOfLine, useUnreadMessages } from '../../../chat/state/unread-messages';
import { currentUserId } from '../../../core/session/session';
import { type ConversationKey, conversationPath } from '../../../lib/links/chat-link';
import { logFailure } from '../../../lib/log';
import { closeReadNotifications } from '../../state/close-read';
import { closeNotification, notifyWhileHidden } from '../../state/desktop-notification';
import { readWebPushChoice } from '../../state/web-push-choice';

type NotifiedMessage = Pick<Message, 'id' | 'conversation_id' | 'sender_id' | 'sender_name' | 'content'>;

/** The newest message of each conversation that this tab had the browser show. */
const notified = new Map<ConversationKey, NotifiedMessage>();
/** The text, if the member chose that this device's notifications show it. */
const textOf = ({ content }: NotifiedMessage): string => {
  const member = currentUserId();
  return member !== null && readWebPushChoice(member) === 'text' ? withoutMarks(content) : 'New message';
};
const tagOf = ({ sender_id }: NotifiedMessage): string => `chat:${sender_id}`;
let isFollowing = false;

/** Shows a notification of the browser for a message that arrived while this tab was hidden. */
export function notifyOfMessage(message: NotifiedMessage): void {
  closeReadNotifications();
  if (!isFollowing) {
    useUnreadMessages.subscribe(follow);
    followChangedMessages(followChange);
  }
  isFollowing = true;
  const conversation = keyOfLine(message);
  notified.set(conversation, message);
  notifyWhileHidden({
    ...{ title: message.sender_name, text: textOf(message), tag: tagOf(message) },
    path: conversationPath(conversation),
  });
}

/** Shows a notification of the browser for a notification that arrived while this tab was hidden, as a push would. */
export function notifyOfItem(item: NotificationItem): void {
  closeReadNotifications();
  const { id, title, actor } = item;
  const done = `${notificationWords(item)} ${title}`.trim();
  notifyWhileHidden({
    title: actor?.name ?? 'Sangam',
    text: done.charAt(0).toUpperCase() + done.slice(1),
    tag: `inbox:${id}`,
    path: notificationLink(item),
  });
}

/** Removes a notification whose message was read or deleted, and updates that of an edited one. */
function follow(): void {
  const { notifications, hasMore } = useUnreadMessages.getState();
  for (const [conversation, message] of notified) {
    const unread = notifications.find((line) => keyOfLine(line) === conversation);
    const isUnknown = unread === undefined ? hasMore : unread.id !== message.id;
    if (isUnknown || unread?.content === message.content) continue;
    notified.delete(conversation);
    replace(message, unread?.content === DELETED_MESSAGE ? undefined : unread).catch((error: unknown) =>
      logFailure('A notification could not be taken away', error),
    );
  }
}

/** The bell's list may not reach down to the message. */
function followChange(message: Message, conversation: ConversationKey): void {
  const shown = notified.get(conversation);
  if (shown?.id !== message.id || shown.content === message.content) return;
  notified.delete(conversation);
  replace(shown, message.deleted_at === undefined ? message : undefined).catch((error: unknown) =>
    logFailure('A notification could not be taken away', error),
  );
}

async function replace(message: NotifiedMessage, now: NotifiedMessage | undefined): Promise<void> {
  if (now && textOf(now) === textOf(message)) return void notified.set(keyOfLine(now), now);
  const wasShown = await closeNotification({ tag: tagOf(message), text: textOf(message) });
  if (wasShown && now) notifyOfMessage(now);
}
