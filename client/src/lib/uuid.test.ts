import { expect, it, vi } from 'vitest';
import { uuid } from './uuid';

it('creates a random UUID even if the browser has no function for it', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const made = Array.from({ length: 1_000 }, uuid);
  for (const one of made) expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u);
  expect(new Set(made).size).toBe(made.length);
  // Each digit but the version takes all its values.
  const digitsAt = (at: number) => new Set(made.map((one) => one[at]));
  expect([0, 9, 15, 20, 35].map((at) => digitsAt(at).size)).toEqual([16, 16, 16, 16, 16]);
  expect([14, 19].map((at) => digitsAt(at).size)).toEqual([1, 4]);
});
