import { expect, it } from 'vitest';
import { createStrikes } from './strikes.js';

it('closes whoever goes on after a hundred refusals in ten seconds, and forgives what is older', () => {
  let nowMs = 0;
  const strike = createStrikes(() => nowMs);
  const hundred = () => Array.from({ length: 100 }, () => strike());
  expect(hundred()).not.toContain(true);
  nowMs = 10_001;
  expect(hundred()).not.toContain(true);
  expect(strike()).toBe(true);
});
