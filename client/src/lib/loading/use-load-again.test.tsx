import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetAskedToWait, noteAskedToWait } from '../asked-to-wait';
import { useLoadAgain } from './use-load-again';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  forgetAskedToWait();
  vi.useRealTimers();
});

it('loads again after pauses and when the network is back, until it succeeds', () => {
  const load = vi.fn();
  const { rerender } = renderHook(({ failed }) => useLoadAgain(load, failed), { initialProps: { failed: true } });
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(load).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(2);
  rerender({ failed: false });
  vi.advanceTimersByTime(120_000);
  expect(load).toHaveBeenCalledTimes(2);
});

it('loads again after short pauses once the network is back, though it has failed for long', () => {
  const load = vi.fn();
  renderHook(() => useLoadAgain(load));
  vi.advanceTimersByTime(10 * 60_000);
  window.dispatchEvent(new Event('online'));
  const before = load.mock.calls.length;
  vi.advanceTimersByTime(3_000);
  expect(load).toHaveBeenCalledTimes(before + 1);
});

it('loads nothing while the server has asked to wait, and goes on afterwards', () => {
  const load = vi.fn();
  renderHook(() => useLoadAgain(load));
  noteAskedToWait(60_000, false);
  vi.advanceTimersByTime(59_000);
  window.dispatchEvent(new Event('online'));
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(load).toHaveBeenCalled();
});

it('loads within a second of the end of a limit', () => {
  const load = vi.fn();
  noteAskedToWait(45_000, true);
  renderHook(() => useLoadAgain(load));
  vi.advanceTimersByTime(44_900);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_200);
  expect(load).toHaveBeenCalledOnce();
});
