import { expect, it } from 'vitest';
import { createAbuseLimit } from './cut-floods.js';

it('a limit is exceeded by one more than the maximum within ten seconds, and forgets older activity', () => {
  let nowMs = 0;
  const isAbuse = createAbuseLimit(200, () => nowMs);
  const refuse200Times = () => Array.from({ length: 200 }, () => isAbuse(1));
  expect(refuse200Times()).not.toContain(true);
  nowMs = 10_001;
  expect(refuse200Times()).not.toContain(true);
  expect(isAbuse(1)).toBe(true);
  nowMs = 20_002;
  expect(isAbuse(201)).toBe(true);
});
