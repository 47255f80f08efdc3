import type { Message } from '@sangam/shared/chat/messages';
import { noteEmojiUsed } from '../../state/emoji-used';
import { actOn } from '../../sync/act-on';

/** Whether this member has put this emoji on a message. */
export const hasPut = ({ reactions }: Message, emoji: string, me: number): boolean =>
  reactions?.some((reaction) => reaction.emoji === emoji && reaction.user_ids.includes(me)) ?? false;

/** Puts an emoji on a message, or takes it away where it is the member's own already. */
export function toggleReaction(message: Message, emoji: string, me: number): void {
  const { sender_id, receiver_id, seq, client_id } = message;
  const isPut = hasPut(message, emoji, me);
  if (!isPut) noteEmojiUsed(emoji);
  const target = { receiver_id: sender_id === me ? receiver_id : sender_id, seq, message: client_id };
  actOn(target, { verb: isPut ? 'unreact' : 'react', text: emoji });
}
