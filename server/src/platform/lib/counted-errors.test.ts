import { expect, it, vi } from 'vitest';
import { countLinesAbout, isCounted } from './counted-errors.js';

it('counts a line about an error that another one caused, and ends with errors that cause each other', () => {
  const count = vi.fn(() => true);
  const lost = new Error('lost');
  countLinesAbout(lost, count);
  expect(isCounted({ err: new Error('failed', { cause: lost }) }, 'a call failed')).toBe(true);
  expect(count).toHaveBeenCalledExactlyOnceWith('a call failed');
  const [one, other] = [new Error('one'), new Error('other')];
  one.cause = other;
  other.cause = one;
  expect(isCounted({ err: one }, 'a call failed')).toBe(false);
});
