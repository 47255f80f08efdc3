import { expect, it } from 'vitest';
import { cleanMessage } from './message-text.js';

it('trims text, accepts up to 4,000 characters, and rejects blank or longer text', () => {
  expect(cleanMessage('  hi \n')).toBe('hi');
  expect(cleanMessage('x'.repeat(4_000))).toHaveLength(4_000);
  expect(cleanMessage(` ${'x'.repeat(4_000)} `)).toHaveLength(4_000);
  expect(cleanMessage('x'.repeat(4_001))).toBeNull();
  expect(cleanMessage(' \u200b ')).toBeNull();
  expect(cleanMessage('👍'.repeat(4_000))).not.toBeNull();
  expect(cleanMessage('👍'.repeat(4_001))).toBeNull();
});
