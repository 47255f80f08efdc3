import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../testing/render';
import { holdKeyboard } from './hold-keyboard';

const SAID = 'Couldn’t open this. Check your connection and try again.';

it.each([
  ['after 10 seconds', true, 10_000],
  ['after 2 seconds offline', false, 2_000],
])('gives up a part that does not load, and says so, %s', (_, onLine, ms) => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  show(<p>Page</p>);
  const close = vi.fn(() => hold.drop());
  const hold = holdKeyboard(close);
  act(() => vi.advanceTimersByTime(ms - 10));
  expect([close.mock.calls.length, screen.queryByText(SAID)]).toEqual([0, null]);
  act(() => vi.advanceTimersByTime(20));
  expect(close).toHaveBeenCalledOnce();
  screen.getByText(SAID);
});

it('says nothing about a part that the member closed or that has loaded', () => {
  vi.useFakeTimers();
  show(<p>Page</p>);
  const closed = holdKeyboard(() => closed.drop());
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  const loaded = holdKeyboard(() => loaded.drop());
  loaded.arrive();
  act(() => vi.advanceTimersByTime(20_000));
  expect(screen.queryByText(SAID)).toBeNull();
});
