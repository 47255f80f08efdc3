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
  // A file that ran before may have left the pointer on a toast, which pauses all.
  fireEvent.mouseLeave(document.querySelector('[data-toasts]') as Element);
  act(() => void toast[tone]('A word'));
  expect(screen.getByText('A word').closest('[role="status"]')).not.toBeNull();
  let stayedMs = 0;
  for (; screen.queryByText('A word') !== null && stayedMs < 10_000; stayedMs += STEP_MS)
    act(() => vi.advanceTimersByTime(STEP_MS));
  expect(stayedMs).toBeGreaterThanOrEqual(durationMs + FADE_MS);
  expect(stayedMs).toBeLessThanOrEqual(durationMs + FADE_MS + 2 * STEP_MS);
});
