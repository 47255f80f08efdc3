import { act, cleanup } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { Dialog } from './Dialog';

afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset.rem;
});

/** Gives elements that match a selector a box. */
function layOut(boxes: Record<string, DOMRect>): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function boxOf(this: Element) {
    const selector = Object.keys(boxes).find((one) => this.matches(one));
    return boxes[selector ?? ''] ?? new DOMRect();
  });
}
const bar = (
  <header>
    <a href="/" data-lane="title">
      Sangam
    </a>
    <div data-lane="bar" />
    <div data-lane="large" />
  </header>
);
const boxes = {
  '[data-lane=title]': new DOMRect(16, 8, 115, 44),
  '[data-lane=bar]': new DOMRect(139, 0, 60, 60),
  '[data-lane=large]': new DOMRect(199, 8, 88, 44),
};
function place(): Record<string, number> {
  const { style } = document.querySelector<HTMLElement>('[data-toasts-host]') as HTMLElement;
  return Object.fromEntries(
    ['left', 'top', 'width'].map((name) => [name, Number.parseFloat(style.getPropertyValue(name))]),
  );
}

it.each([
  { window: 'a wide window', rem: '20 22 26 40 48', left: 139, right: 199 },
  { window: 'a phone', rem: '20 22', left: 16, right: 199 },
  { window: 'a phone with large text', rem: '', left: 16, right: 287 },
])('$window shows toasts in the free part of the bar', ({ rem, left, right }) => {
  layOut(boxes);
  document.documentElement.dataset.rem = rem;
  show(bar);
  act(() => void toast('One'));
  expect(place()).toEqual({ left, top: 4, width: right - left });
  expect(document.documentElement.hasAttribute('data-toasts')).toBe(true);
});

it('shows toasts above a dialog on a phone, and to its right in a wide window', async () => {
  layOut({ ...boxes, '[role=dialog]': new DOMRect(0, 80, 390, 600) });
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1000);
  document.documentElement.dataset.rem = '20 22';
  const dialog = (
    <Dialog open onOpenChange={() => undefined} title="Share">
      Text
    </Dialog>
  );
  show(dialog);
  act(() => void toast('One'));
  expect(place()).toEqual({ left: 8, top: 4, width: 984 });
  cleanup();
  document.documentElement.dataset.rem = '20 22 26 40 48';
  show(dialog);
  act(() => void toast('Two'));
  await vi.waitFor(() => expect(place()).toEqual({ left: 398, top: 4, width: 594 }));
});
