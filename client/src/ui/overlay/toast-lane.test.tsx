import { act } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/render';

const WIDTH_PX = 300;
const HEIGHT_PX = 48;
const control = document.createElement('button');
/** Where a point of the window shows a control. */
let isControl = (_x: number, _y: number): boolean => false;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH_PX);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT_PX);
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth);
  document.elementFromPoint = (x, y) => {
    // A toast lies over all else where it is measured.
    const toasts = document.querySelector<HTMLElement>('[data-toasts]');
    if (toasts && toasts.style.visibility !== 'hidden') return toasts;
    return isControl(x, y) ? control : document.body;
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  isControl = () => false;
});

function place(): { top: number; right: number } {
  const host = document.querySelector<HTMLElement>('[data-toasts]');
  return { top: Number.parseFloat(host?.style.top ?? ''), right: Number.parseFloat(host?.style.right ?? '') };
}

it('shows toasts at the top right while no control is there', () => {
  show(<p>page</p>);
  act(() => void toast('One'));
  expect(place()).toEqual({ top: 8, right: 16 });
});

it('moves to the nearest place without a control, and stays there for the next toast', () => {
  // A button at the right end of the first line.
  isControl = (x, y) => y < 60 && x > window.innerWidth - 100;
  show(<p>page</p>);
  act(() => void toast('One'));
  const { top, right } = place();
  expect(top).toBe(8);
  expect(right).toBeGreaterThanOrEqual(100);
  expect(right).toBeLessThan(140);
  act(() => void toast('Two'));
  expect(place()).toEqual({ top, right });
});

it('moves once the page that opens with it has a control there', async () => {
  show(<p>page</p>);
  act(() => void toast('One'));
  expect(place()).toEqual({ top: 8, right: 16 });
  isControl = (x, y) => y < 60 && x > window.innerWidth - 100;
  document.body.append(document.createElement('main'));
  await vi.waitFor(() => expect(place().right).toBeGreaterThanOrEqual(100));
});
