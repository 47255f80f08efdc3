import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isUnanswered, noteNoAnswer, onAnswer } from '../network';
import { lazyPart } from './lazy-part';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('takes the page of a proxy without a server for no answer', async () => {
  let isThere = false;
  const fetch = vi.fn(async () => new Response('', { status: isThere ? 200 : 503 }));
  vi.stubGlobal('fetch', fetch);
  const woken = vi.fn();
  const live = new AbortController();
  onAnswer(woken, live.signal);
  noteNoAnswer();
  const Part = lazyPart(async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return { Text: () => <p>Loaded</p> };
  }, 'Text');
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(fetch).toHaveBeenCalled();
  expect([isUnanswered(), woken.mock.calls.length]).toEqual([true, 0]);
  isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('Loaded')).toBeDefined();
  live.abort();
});
