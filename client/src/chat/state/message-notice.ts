import type { LiveMessage } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { blocks } from '../../contact/state/blocks';
import { currentUserId } from '../../core/session/session';
import type { ConversationKey } from '../../lib/links/chat-link';
import { shortName } from '../../lib/text/short-name';
import { keyOfMessage } from './known-conversations';
import { listedTeam } from './teams';
import { useUnreadMessages } from './unread-messages';
import { keyOfLine } from './unread-messages.reduce';

export type NotifiedMessage = Pick<
  LiveMessage,
  'id' | 'seq' | 'change' | 'conversation_id' | 'sender_id' | 'receiver_id' | 'sender_name' | 'content' | 'mentions_you'
>;

/** How toasts and notifications of the browser show another member's message. */
interface MessageNotice {
  conversation: ConversationKey;
  /** The member's name, or the title of the team's project. */
  title: string;
  text: string;
  /** The title, which may be shortened, and the text. */
  toast: string;
  /** The notification's tag, equal for all messages of the conversation. */
  tag: string;
  /** The newest unread text; null once the conversation was read or its writer blocked, undefined where the lists don't reach. */
  unread: () => Pick<NotifiedMessage, 'id' | 'content'> | null | undefined;
}

/** A toast has three short lines; long names would leave none for the message. */
const NAME_SHOWN_CHARS = 30;
const shortened = (name: string): string => isolate(shortName(name, NAME_SHOWN_CHARS));

const isBlocked = (id: number): boolean => blocks.get(id)?.is_blocked === true;

export function noticeOfMessage(message: NotifiedMessage): MessageNotice {
  const conversation = keyOfMessage(message, currentUserId() ?? 0);
  const { sender_id, sender_name } = message;
  const text = withoutFormatting(message.content);
  const team = listedTeam(conversation);
  if (message.receiver_id !== undefined || message.conversation_id === undefined)
    return {
      conversation,
      title: sender_name,
      text,
      tag: `chat:${sender_id}`,
      toast: `${shortened(sender_name)}: ${isolate(text)}`,
      unread() {
        if (isBlocked(sender_id)) return null;
        const { notifications, hasMore } = useUnreadMessages.getState();
        return notifications.find((line) => keyOfLine(line) === conversation) ?? (hasMore ? undefined : null);
      },
    };
  // An edit may mention the member in a message that they have read.
  const isMentionByEdit = message.mentions_you === true && message.change !== undefined;
  return {
    conversation,
    title: team?.name ?? sender_name,
    text: `${isolate(sender_name)}: ${isolate(text)}`,
    toast: `${shortened(sender_name)} ${isMentionByEdit ? 'mentioned you ' : ''}in ${shortened(team?.name ?? 'your team')}: ${isolate(text)}`,
    tag: `team:${message.conversation_id}`,
    unread() {
      if (isBlocked(sender_id)) return null;
      const currentTeam = listedTeam(conversation);
      if (currentTeam && isMentionByEdit && message.seq <= currentTeam.read_seq) return message;
      if (!currentTeam || currentTeam.unread_count === 0) return null;
      const isNewest = currentTeam.last_seq === message.seq;
      return { id: isNewest ? message.id : 0, content: currentTeam.last_message ?? '' };
    },
  };
}

/** Returns the member or project whose mute or choice decides whether a message notifies. */
export const aboutMessage = (message: NotifiedMessage): { member_id: number } | { project_id: number } => {
  const team = listedTeam(keyOfMessage(message, currentUserId() ?? 0));
  return team ? { project_id: team.project_id } : { member_id: message.sender_id };
};

/** Whether the member is notified of a message: in a team, if they chose so and haven't blocked its writer. */
export function isNotified(message: NotifiedMessage): boolean {
  const team = listedTeam(keyOfMessage(message, currentUserId() ?? 0));
  if (team) {
    const isWanted = team.notify === 'all' || (team.notify === 'mentions' && message.mentions_you === true);
    return isWanted && !isBlocked(message.sender_id);
  }
  return message.receiver_id !== undefined || message.conversation_id === undefined;
}
