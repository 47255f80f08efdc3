import { limits } from '@sangam/shared/rules/limits';
import { cleanMessage, isLonger } from '@sangam/shared/rules/text';
import { invalid, ok, type Result } from '../../lib/result.js';

const tooLong = `A message must be at most ${limits.messageMaxChars.toLocaleString('en-IN')} characters long.`;

/** The words of a message as they are stored, or INVALID. */
export function checkContent(typed: string): Result<string> {
  const content = cleanMessage(typed);
  if (content !== null) return ok(content);
  const message = isLonger(typed.trim(), limits.messageMaxChars) ? tooLong : 'A message cannot be empty.';
  return invalid([{ field: 'content', message }]);
}
