import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import { notificationLink, notificationWords } from '@sangam/shared/notices/notification-words';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { followChangedMessages } from '../../../chat/state/changed-messages';
import { type NotifiedMessage, noticeOfMessage } from '../../../chat/state/message-notice';
import { useTeams } from '../../../chat/state/teams';
import { useUnreadMessages } from '../../../chat/state/unread-messages';
import { blocks } from '../../../contact/state/blocks';
import { currentUserId } from '../../../core/session/session';
import { type ConversationKey, conversationPath } from '../../../lib/links/chat-link';
import { logFailure } from '../../../lib/log';
import { closeReadNotifications } from '../../state/close-read';
import { closeNotification, notifyWhileHidden } from '../../state/desktop-notification';
import { readWebPushChoice } from '../../state/web-push-choice';

/** By conversation, the newest message for which this tab has shown a browser notification. */
const notified = new Map<ConversationKey, NotifiedMessage>();
/** The message's text if the member allowed it in this device's notifications, else a general text. */
const textOf = (message: NotifiedMessage): string => {
  const member = currentUserId();
  return member !== null && readWebPushChoice(member) === 'text' ? noticeOfMessage(message).text : 'New message';
};

let isFollowing = false;

/** Shows a notification of the browser for a message that arrived while this tab was hidden. */
export function notifyOfMessage(message: NotifiedMessage): void {
  closeReadNotifications();
  if (!isFollowing) {
    useUnreadMessages.subscribe(follow);
    useTeams.subscribe(follow);
    blocks.onChange(follow);
    followChangedMessages(followChange);
  }
  isFollowing = true;
  const { conversation, title, tag } = noticeOfMessage(message);
  notified.set(conversation, message);
  notifyWhileHidden({ title, text: textOf(message), tag, path: conversationPath(conversation) });
}

/** Shows a notification of the browser for a notification that arrived while this tab was hidden, as a push would. */
export function notifyOfItem(item: NotificationItem): void {
  closeReadNotifications();
  const { id, title, actor } = item;
  const done = `${notificationWords(item)} ${isolate(title)}`.trim();
  notifyWhileHidden({
    title: actor?.name ?? 'Sangam',
    text: done.charAt(0).toUpperCase() + done.slice(1),
    tag: `inbox:${id}`,
    path: notificationLink(item),
  });
}

/** Closes notifications of messages that were read or deleted or whose senders are blocked, and updates those of edited messages. */
function follow(): void {
  for (const [conversation, message] of notified) {
    const unread = noticeOfMessage(message).unread();
    if (unread === undefined || (unread && (unread.id !== message.id || unread.content === message.content))) continue;
    notified.delete(conversation);
    const isOver = unread === null || unread.content === DELETED_MESSAGE;
    replace(message, isOver ? undefined : { ...message, content: unread.content }).catch((error: unknown) =>
      logFailure('A notification couldn’t be closed', error),
    );
  }
}

/** Follows a change to a message directly, since the list of unread messages may not reach down to it. */
function followChange(message: Message, conversation: ConversationKey): void {
  const shown = notified.get(conversation);
  if (shown?.id !== message.id || shown.content === message.content) return;
  notified.delete(conversation);
  replace(shown, message.deleted_at === undefined ? message : undefined).catch((error: unknown) =>
    logFailure('A notification couldn’t be closed', error),
  );
}

async function replace(message: NotifiedMessage, now: NotifiedMessage | undefined): Promise<void> {
  if (now && textOf(now) === textOf(message)) return void notified.set(noticeOfMessage(now).conversation, now);
  const wasShown = await closeNotification({ tag: noticeOfMessage(message).tag, text: textOf(message) });
  if (wasShown && now) notifyOfMessage(now);
}
