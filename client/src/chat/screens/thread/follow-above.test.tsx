import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useFollowAbove } from './thread-position';

const setup = (change: Partial<Parameters<typeof useFollowAbove>[0]> = {}) => {
  const toEnd = vi.fn();
  const start = { newest: 5, lastPending: 'a', isLive: true, atEnd: { current: true }, toEnd, ...change };
  const { rerender } = renderHook(useFollowAbove, { initialProps: start });
  return { toEnd, next: (later: Partial<typeof start>) => rerender({ ...start, ...later }) };
};

it('stays at the end while messages arrive above a pending one', () => {
  const { toEnd, next } = setup();
  expect(toEnd).not.toHaveBeenCalled();
  next({ newest: 6 });
  next({ newest: 7 });
  expect(toEnd).toHaveBeenCalledTimes(2);
  next({ newest: 7, lastPending: 'b' });
  expect(toEnd).toHaveBeenCalledTimes(2);
});

it.each([{ lastPending: null }, { isLive: false }, { atEnd: { current: false } }])(
  'leaves the reader where they are: %j',
  (change) => {
    const { toEnd, next } = setup(change);
    next({ newest: 6 });
    expect(toEnd).not.toHaveBeenCalled();
  },
);
