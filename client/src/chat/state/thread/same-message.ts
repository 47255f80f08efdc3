import type { Result } from '../../../core/api/errors';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { fetchThread } from './fetch-thread';
import { threadOf } from './threads';

/** When the message with this number was written. */
export interface Written {
  seq: number;
  at: string;
}

/**
 * Returns by what a number can be checked in a later session: its message, or the next known one. A restored backup gives numbers again from
 * one on, so a number is still the same message's if a higher one is. Undefined while neither is loaded.
 */
export function knownFrom(conversation: ConversationKey, number: number): Written | undefined {
  const message = threadOf(conversation)?.messages.find(({ seq }) => seq >= number);
  return message && { seq: message.seq, at: message.created_at };
}

/** Whether the message that was written then still has its number. */
export async function isStillThere(
  conversation: ConversationKey,
  { seq, at }: Written,
  options: { timeoutMs?: number } = {},
): Promise<Result<boolean>> {
  const answer = await fetchThread(conversation, { before: seq + 1, limit: 1 }, options);
  if (!answer.ok) return answer;
  return { ok: true, value: answer.value.messages.some((message) => message.seq === seq && message.created_at === at) };
}
