import type { Message } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { useShallow } from 'zustand/shallow';
import { blocks, useIsBlocked } from '../../contact/state/blocks';
import type { ConversationKey } from '../../lib/links/chat-link';
import { members } from '../../people/state/members';
import { isTeam, useIsTeam } from './known-conversations';
import type { ListedTeam } from './teams.reduce';
import { useTyping } from './thread/typing';

/** The differences between a direct conversation and a team's. Screens use these and never check the kind itself. */
interface Kind {
  /** Several members write, so each message names its writer. */
  isNamed: boolean;
  /** Labels of the pane and of its messages. `name`: the other member's, or the project's title. */
  paneLabel: (name: string) => string;
  messagesLabel: (name: string) => string;
  /** Precedes the conversation's name when only that conversation is searched. */
  searched: string;
  /** Introduces several messages to a screen reader. */
  several: (count: number, name: string) => string;
  /** The title of an empty conversation. */
  greeting: (name: string) => string;
  /** The consequence of deleting a message. */
  deletion: (name: string) => string;
  /** Can be muted as a whole. */
  isMutable: boolean;
}

const direct: Kind = {
  isNamed: false,
  paneLabel: (name) => `Conversation with ${isolate(name)}`,
  messagesLabel: (name) => `Messages with ${isolate(name)}`,
  searched: 'In the conversation with',
  several: (count, name) => `${count} new messages from ${isolate(name)}, the last ones:`,
  greeting: (name) => `Say hello to ${isolate(name)}`,
  deletion: (name) => `Neither you nor ${isolate(name)} can read it anymore.`,
  isMutable: true,
};

const team: Kind = {
  isNamed: true,
  paneLabel: (name) => `Team chat for ${isolate(name)}`,
  messagesLabel: (name) => `Messages in ${isolate(name)}`,
  searched: 'In the team chat for',
  several: (count, name) => `${count} new messages in ${isolate(name)}, the last ones:`,
  greeting: () => 'Say hello to your team',
  deletion: () => 'The team can’t read it anymore.',
  isMutable: false,
};

export const kindOf = (key: ConversationKey): Kind => (isTeam(key) ? team : direct);

export const useKind = (key: ConversationKey): Kind => (useIsTeam(key) ? team : direct);

/** Returns the names of members in a conversation. In a direct one, that is the other member's name. The member `me` is "You". */
export function useNamesIn(key: ConversationKey, ids: readonly number[], me: number, name: string): readonly string[] {
  const isNamed = useIsTeam(key);
  return members.use(
    useShallow(({ byId }) => ids.map((id) => (id === me ? 'You' : isNamed ? (byId[id]?.name ?? 'A member') : name))),
  );
}

/** Returns who is typing, with up to two names; null while nobody is. */
function typingText([first, second, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  if (second === undefined) return `${first} is typing…`;
  return `${first} and ${others.length === 0 ? second : `${others.length + 1} others`} are typing…`;
}

export function useTypingIn(key: ConversationKey, name: string): string | null {
  const typists = useTyping((all) => all[key] ?? noMembers);
  return typingText(useNamesIn(key, typists, 0, name));
}
const noMembers: readonly number[] = [];

/** Returns who is typing, for the line next to the conversation's name, which in a direct one omits the member's name. */
export function useTypingLine(key: ConversationKey): string | null {
  const text = useTypingIn(key, '');
  const isNamed = useIsTeam(key);
  return text === null || isNamed ? text : 'Typing…';
}

type WrittenMessage = Pick<Message, 'sender_id' | 'sender_name'> | null | undefined;

/** Returns the present name of a message's writer. `name`: the conversation's name, which in a direct one is the other member's. */
export const writerOf = (key: ConversationKey, message: WrittenMessage, name: string): string =>
  message && isTeam(key) ? (members.get(message.sender_id)?.name ?? message.sender_name) : name;

export function useWriterOf(key: ConversationKey, message: WrittenMessage, name: string): string {
  const isNamed = useIsTeam(key);
  const currentName = members.use(({ byId }) => byId[message?.sender_id ?? 0]?.name);
  return message && isNamed ? (currentName ?? message.sender_name) : name;
}

/** Replaces text by a member whom the reader has blocked. */
export const HIDDEN_MESSAGE = 'Message hidden';

/** Whether a member's messages are hidden in a conversation: in a team, those of a member whom the reader has blocked. */
export const useIsMessageHidden = (key: ConversationKey, senderId: number | undefined): boolean =>
  useIsBlocked(useIsTeam(key) ? (senderId ?? 0) : 0);

/** Returns a message's words in one line, unless they are hidden. */
export function useMessageText(key: ConversationKey, message: Message | null | undefined): string {
  const isHidden = useIsMessageHidden(key, message?.sender_id);
  return isHidden ? HIDDEN_MESSAGE : withoutFormatting(message?.content ?? '');
}

/** Returns a team's last message in one line, unless it is hidden. Not a hook. */
export const lastMessageTextOf = ({ last_message, last_message_sender_id: id }: ListedTeam): string =>
  blocks.get(id ?? 0)?.is_blocked ? HIDDEN_MESSAGE : withoutFormatting(last_message ?? '');
