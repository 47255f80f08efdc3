import { expect, it } from 'vitest';
import { joinOwned } from './live';

interface All {
  a: number;
  b: number;
}

it('joins tables whose names have one owner each', () => {
  expect(joinOwned<All>()({ first: { a: 1 }, second: { b: 2 } })).toEqual({ a: 1, b: 2 });
});

it('does not compile if a name has no owner', () => {
  // @ts-expect-error nobody has `b`
  expect(joinOwned<All>()({ first: { a: 1 }, second: {} })).toEqual({ a: 1 });
});

it('does not compile if a name has two owners', () => {
  // @ts-expect-error both have `a`
  expect(joinOwned<All>()({ first: { a: 1 }, second: { a: 1, b: 2 } })).toEqual({ a: 1, b: 2 });
});
