import { minuteMs } from '@sangam/shared/core/limits';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadPage, useBackCloses } from './back-closes';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('reloads again after the step back of the same press, but not after a later one', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  renderHook(() => useBackCloses(() => undefined, false));
  const stepBack = () => window.dispatchEvent(new PopStateEvent('popstate'));
  reloadPage();
  stepBack();
  expect(reload).toHaveBeenCalledTimes(2);
  stepBack();
  expect(reload).toHaveBeenCalledTimes(2);
  // The reader stops this one.
  reloadPage();
  expect(reload).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(minuteMs);
  stepBack();
  expect(reload).toHaveBeenCalledTimes(3);
});
