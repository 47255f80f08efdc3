import type { Message } from '@sangam/shared/chat/messages';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { keyNow } from '../known-conversations';

export interface Quoted {
  message: Message | null;
  /** The conversation's change number up to which it is known to be current. */
  asOf: number;
}

/** The previous version's part, `quoted`, names members. */
export const QUOTED_PART = 'quoted-in';

export const conversationOf = (key: string): ConversationKey =>
  keyNow(key.slice(0, key.indexOf(':')) as ConversationKey);

/** Returns true for a cached quote that may have changed since: its conversation has, by these change numbers. */
export function isCachedQuoteOver(entry: unknown, changes: ReadonlyMap<ConversationKey, number>): boolean {
  const [key, { asOf }] = entry as [string, Quoted];
  return asOf < (changes.get(conversationOf(key)) ?? 0);
}
