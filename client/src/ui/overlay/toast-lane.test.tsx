import { act } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { Dialog } from './Dialog';

afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset.rem;
});

/** Sets the boxes of elements by selector. */
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
    <div data-lane="buttons" />
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
    ['left', 'top', 'width', 'height'].map((name) => [name, Number.parseFloat(style.getPropertyValue(name))]),
  );
}

it.each([
  { window: 'a wide window', rem: '20 22 26 40 48', barPx: 300, left: 139, right: 439, over: 'page' },
  { window: 'a tablet', rem: '20 22 26 40 48', barPx: 145, left: 139, right: 380, over: 'page-buttons' },
  { window: 'a phone', rem: '20 22', barPx: 60, left: 16, right: 199, over: 'page' },
  { window: 'a phone with large text', rem: '', barPx: 60, left: 16, right: 287, over: 'page' },
])('$window shows toasts in the free part of the bar', ({ rem, barPx, left, right, over }) => {
  layOut({
    ...boxes,
    '[data-lane=bar]': new DOMRect(139, 0, barPx, 60),
    '[data-lane=buttons]': new DOMRect(292, 8, 88, 44),
  });
  document.documentElement.dataset.rem = rem;
  show(bar);
  act(() => void toast('One'));
  expect(place()).toEqual({ left, top: 4, width: right - left, height: 52 });
  expect(document.documentElement.dataset.toasts).toBe(over);
});

const phone = '20 22';
const wide = '20 22 26 40 48';
it.each([
  {
    where: 'above a low sheet, no higher than the bar',
    rem: phone,
    width: 390,
    dialog: [0, 500, 390, 344],
    place: [8, 4, 374, 52],
    over: 'none',
  },
  {
    where: 'above a high sheet',
    rem: phone,
    width: 390,
    dialog: [0, 80, 390, 600],
    place: [8, 4, 374, 52],
    over: 'none',
  },
  {
    where: 'over the title of a sheet that leaves no room',
    rem: phone,
    width: 390,
    dialog: [0, 32, 390, 368],
    place: [20, 38, 300, 44],
    over: 'dialog',
  },
  {
    where: 'to the right of a dialog',
    rem: wide,
    width: 1280,
    dialog: [384, 100, 512, 600],
    place: [904, 4, 368, 52],
    over: 'none',
  },
  {
    where: 'above a dialog with little room at its right',
    rem: wide,
    width: 1000,
    dialog: [244, 100, 512, 600],
    place: [8, 4, 984, 52],
    over: 'none',
  },
  {
    where: 'over the title of a dialog that leaves no room',
    rem: wide,
    width: 800,
    dialog: [144, 32, 512, 368],
    place: [20, 38, 300, 44],
    over: 'dialog',
  },
] as const)('shows toasts $where', ({ rem, width, dialog, place: [left, top, wideness, height], over }) => {
  layOut({ ...boxes, '[role=dialog]': new DOMRect(...dialog), '[data-lane=dialog]': new DOMRect(20, 40, 300, 40) });
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width);
  document.documentElement.dataset.rem = rem;
  show(
    <Dialog open onOpenChange={() => undefined} title="Share">
      Text
    </Dialog>,
  );
  act(() => void toast('One'));
  expect(place()).toEqual({ left, top, width: wideness, height });
  expect(document.documentElement.dataset.toasts).toBe(over);
});
