import type { Message } from '@sangam/shared/chat/messages';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { keyNow } from '../known-conversations';

export interface CachedMessage {
  message: Message | null;
  /** The conversation's change number up to which it is known to be current. */
  asOf: number;
}

/** The name dates from when the part held only quotes. An older part, `quoted`, names members. */
export const BY_NUMBER_PART = 'quoted-in';

/** Returns the conversation of a cached message's key. */
export const conversationIn = (key: string): ConversationKey =>
  keyNow(key.slice(0, key.indexOf(':')) as ConversationKey);

/** Returns true if a cached message may have changed since: its conversation has newer changes, or isn't in `changes`. */
export function isCachedMessageOutdated(entry: unknown, changes: ReadonlyMap<ConversationKey, number>): boolean {
  const [key, { asOf }] = entry as [string, CachedMessage];
  return asOf < (changes.get(conversationIn(key)) ?? Number.POSITIVE_INFINITY);
}
