import { isAtLeastRem } from '../../lib/dom/text-size';
import type { Box } from './free-place';

export interface Lane {
  box: Box;
  /** The parts of the page that are hidden behind a toast (styles/base.css). */
  over: 'page' | 'page-buttons' | 'dialog' | 'none';
}

/** Between a toast and the edges of its lane. */
const GAP_PX = 4;
/** The margin of a page on a phone. */
const MARGIN_PX = 16;
/** The height of the bar. */
const BAR_PX = 60;
/** As high as a control on a touch screen, since a toast may have a link or button. */
const HEIGHT_MIN_PX = 44;

/** Returns a box around those of the elements that are on screen; null if none is. */
function boxAround(elements: readonly Element[]): Box | null {
  const boxes = elements
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) return null;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  return { left, top, width, height: Math.max(...boxes.map((box) => box.bottom)) - top };
}

/** A toast takes too many lines in a narrower lane. */
const LANE_MIN_PX = 240;

const boxOf = (...names: string[]): Box | null =>
  boxAround([...document.querySelectorAll(names.map((name) => `[data-lane=${name}]`).join())]);

/**
 * The free part of the bar; on a phone also the logo or the title, and on a tablet, whose bar has the links too, the buttons beside it. They
 * hide while a toast shows (styles/base.css).
 */
function laneOfPage(): Lane {
  const isWide = isAtLeastRem(48);
  const box = boxOf('bar', isWide ? 'bar' : 'title', isAtLeastRem(20) ? 'bar' : 'large');
  if (isWide && box !== null && box.width < LANE_MIN_PX)
    return { box: boxOf('bar', 'buttons') ?? box, over: 'page-buttons' };
  // On a phone, a page shown in place of a conversation has neither bar nor title, and nothing at its top.
  const atTop = { left: MARGIN_PX, top: 0, width: window.innerWidth - 2 * MARGIN_PX, height: 0 };
  return { box: box ?? atTop, over: 'page' };
}

/** The minimum width of a toast beside a dialog: a usual text then takes two lines. */
const WIDTH_MIN_PX = 288;

/**
 * The page behind a dialog can't be pressed, so in a wide window the space to its right is free, elsewhere the space above it. If there is
 * room for neither, the toast covers the dialog's title.
 */
function laneOfDialog(dialog: Element): Lane {
  const { clientWidth } = document.documentElement;
  const { top, right } = dialog.getBoundingClientRect();
  const edge = 2 * GAP_PX;
  const width = clientWidth - right - 2 * edge;
  if (isAtLeastRem(48) && width >= WIDTH_MIN_PX)
    return { box: { left: right + edge, top: 0, width, height: BAR_PX }, over: 'none' };
  const above = { left: edge, top: 0, width: clientWidth - 2 * edge, height: Math.min(top, BAR_PX) };
  const title = boxAround([...dialog.querySelectorAll('[data-lane=dialog]')]);
  return title === null || top >= HEIGHT_MIN_PX + 2 * GAP_PX
    ? { box: above, over: 'none' }
    : { box: title, over: 'dialog' };
}

/**
 * Returns the place of the toasts, where they cover nothing that can be pressed or read. It depends only on the page's frame, so that
 * toasts stay in place whatever the content below does.
 */
export function findLane(): Lane {
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open][data-modal]')].at(-1);
  const { box, over } = dialog === undefined ? laneOfPage() : laneOfDialog(dialog);
  const { left, top, width, height } = box;
  const middle = top + height / 2;
  const high = Math.max(height - 2 * GAP_PX, HEIGHT_MIN_PX);
  return { box: { left, top: Math.max(GAP_PX, middle - high / 2), width, height: high }, over };
}
