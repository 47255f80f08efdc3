import { expect, it } from 'vitest';
import { createStrikes } from './strikes.js';

it('closes whoever goes on after 200 refusals in ten seconds, and forgives what is older', () => {
  let nowMs = 0;
  const strike = createStrikes(() => nowMs);
  const many = () => Array.from({ length: 200 }, () => strike());
  expect(many()).not.toContain(true);
  nowMs = 10_001;
  expect(many()).not.toContain(true);
  expect(strike()).toBe(true);
});
