import { expect, it } from 'vitest';
import { createAbuseLimit } from './abuse-limit.js';

it('is exceeded by the 201st refusal within ten seconds, and forgets older ones', () => {
  let nowMs = 0;
  const isAbuse = createAbuseLimit(() => nowMs);
  const refuse200Times = () => Array.from({ length: 200 }, () => isAbuse());
  expect(refuse200Times()).not.toContain(true);
  nowMs = 10_001;
  expect(refuse200Times()).not.toContain(true);
  expect(isAbuse()).toBe(true);
});
