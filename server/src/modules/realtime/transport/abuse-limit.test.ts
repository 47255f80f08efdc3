import { expect, it } from 'vitest';
import { createAbuseLimit } from './abuse-limit.js';

it('is exceeded by one more than the maximum within ten seconds, and forgets what is older', () => {
  let nowMs = 0;
  const isAbuse = createAbuseLimit({ refusals: 200, bytes: 1_000 }, () => nowMs);
  const refuse200Times = () => Array.from({ length: 200 }, () => isAbuse('refusals', 1));
  expect(refuse200Times()).not.toContain(true);
  expect(isAbuse('bytes', 1_000)).toBe(false);
  nowMs = 10_001;
  expect(refuse200Times()).not.toContain(true);
  expect(isAbuse('refusals', 1)).toBe(true);
  expect(isAbuse('bytes', 1_001)).toBe(true);
});
