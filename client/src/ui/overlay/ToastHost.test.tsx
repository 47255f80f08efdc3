import { act, fireEvent, screen } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render';

/** A toast fades before it is removed. */
const FADE_MS = 200;
const STEP_MS = 50;

it.each([
  { tone: 'error', durationMs: 4_000 },
  { tone: 'success', durationMs: 3_000 },
] as const)('a toast of $tone stays $durationMs ms, is announced, and then fades', ({ tone, durationMs }) => {
  vi.useFakeTimers();
  show(<p>page</p>);
  act(() => void toast[tone]('A word'));
  expect(screen.getByText('A word').closest('[role="status"]')).not.toBeNull();
  let stayedMs = 0;
  for (; screen.queryByText('A word') !== null && stayedMs < 10_000; stayedMs += STEP_MS)
    act(() => vi.advanceTimersByTime(STEP_MS));
  expect(stayedMs).toBeGreaterThanOrEqual(durationMs + FADE_MS);
  expect(stayedMs).toBeLessThanOrEqual(durationMs + FADE_MS + 2 * STEP_MS);
});

const isShown = (text: string): boolean => screen.getByText(text).closest('[inert]') === null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('shows the newest toast, then the previous one for the rest of its time', () => {
  vi.useFakeTimers();
  show(<p>page</p>);
  act(() => void toast('First'));
  pass(1_000);
  act(() => void toast.success('Second'));
  expect([isShown('First'), isShown('Second')]).toEqual([false, true]);
  pass(3_000 + STEP_MS);
  pass(FADE_MS + STEP_MS);
  expect(screen.queryByText('Second')).toBeNull();
  expect(isShown('First')).toBe(true);
  pass(2_500);
  expect(isShown('First')).toBe(true);
  pass(500 + STEP_MS);
  pass(FADE_MS + STEP_MS);
  expect(screen.queryByText('First')).toBeNull();
});

it('a toast stays while the pointer or the focus is on it', () => {
  vi.useFakeTimers();
  show(<p>page</p>);
  act(() => void toast('A word'));
  fireEvent.mouseEnter(document.querySelector('[data-toasts-host]') as Element);
  pass(10_000);
  expect(isShown('A word')).toBe(true);
  // A newer toast doesn't replace it.
  act(() => void toast('Another'));
  expect([isShown('A word'), isShown('Another')]).toEqual([true, false]);
  fireEvent.mouseLeave(document.querySelector('[data-toasts-host]') as Element);
  expect([isShown('A word'), isShown('Another')]).toEqual([false, true]);
});
