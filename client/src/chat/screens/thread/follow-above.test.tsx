import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useFollowAbove } from './use-end';

const setup = ({ follows = true, isAtEnd = true } = {}) => {
  const toEnd = vi.fn();
  const atEnd = { current: isAtEnd };
  const { rerender } = renderHook(({ newest }) => useFollowAbove(newest, follows, atEnd, toEnd), {
    initialProps: { newest: 5 },
  });
  toEnd.mockClear();
  return { toEnd, next: (newest: number) => rerender({ newest }) };
};

it('stays at the end while messages arrive above a pending one', () => {
  const { toEnd, next } = setup();
  next(6);
  next(7);
  next(7);
  expect(toEnd).toHaveBeenCalledTimes(2);
});

it.each([{ follows: false }, { isAtEnd: false }])('leaves the reader where they are: %j', (change) => {
  const { toEnd, next } = setup(change);
  next(6);
  expect(toEnd).not.toHaveBeenCalled();
});
