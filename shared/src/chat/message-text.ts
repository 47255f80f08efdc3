import { isBlank, isLonger } from '../core/text.js';
import { chatLimits } from './limits.js';

/** Replaces a deleted message's text, also for clients that do not support deletion. */
export const DELETED_MESSAGE = 'Message deleted';

/** A message's text as it is sent: trimmed; null if blank or longer than 4,000 characters. */
export function cleanMessage(content: string): string | null {
  const trimmed = content.trim();
  return trimmed.length === 0 || isLonger(trimmed, chatLimits.messageMaxChars) || isBlank(trimmed) ? null : trimmed;
}
