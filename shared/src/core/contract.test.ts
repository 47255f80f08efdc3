import { expect, it } from 'vitest';
import { join } from './contract.js';

it('joins tables that declare different keys', () => {
  expect(join({ a: 1 }, { b: 2 }, { c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
});

it('does not compile where two tables declare the same key', () => {
  // @ts-expect-error: `a` is declared twice
  expect(join({ a: 1 }, { b: 2 }, { a: 3 })).toEqual({ a: 3, b: 2 });
});
