import { chatLimits } from '@sangam/shared/chat/limits';
import { cleanMessage } from '@sangam/shared/chat/message-text';
import { isLonger } from '@sangam/shared/core/text';
import { invalid, ok, type Result } from '../../platform/lib/result.js';

const tooLong = `A message must be at most ${chatLimits.messageMaxChars.toLocaleString('en-IN')} characters long.`;

/** The words of a message as they are stored, or INVALID. */
export function checkContent(typed: string): Result<string> {
  const content = cleanMessage(typed);
  if (content !== null) return ok(content);
  const message = isLonger(typed.trim(), chatLimits.messageMaxChars) ? tooLong : 'A message cannot be empty.';
  return invalid([{ field: 'content', message }]);
}
