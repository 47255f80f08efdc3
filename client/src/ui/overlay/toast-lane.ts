import { isFrom } from '../../lib/dom/text-size';
import type { Box } from './free-place';

/** Between a toast and the edges of its lane. */
const GAP_PX = 4;
/** The margin of a page on a phone. */
const MARGIN_PX = 16;
/** The height of the bar. */
const BAR_PX = 60;
/** As high as a control on a touch screen, for the link or button of a toast. */
const HEIGHT_MIN_PX = 44;

/** The free part of the bar; on a phone also the logo or the title, which hide while a toast shows (styles/base.css). */
const laneParts = (): string =>
  ['bar', !isFrom(48) && 'title', !isFrom(20) && 'large'].map((name) => `[data-lane=${name}]`).join();

/** Around all of the elements on screen that match; null without any. */
function boxAround(selector: string): Box | null {
  const boxes = [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) return null;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  return { left, top, width, height: Math.max(...boxes.map((box) => box.bottom)) - top };
}

/** The page behind a dialog cannot be pressed: on a phone all above the dialog is free, in a wide window all to its right. */
function besideDialog(dialog: DOMRect): Box {
  const { clientWidth } = document.documentElement;
  const edge = 2 * GAP_PX;
  if (!isFrom(48)) return { left: edge, top: 0, width: clientWidth - 2 * edge, height: dialog.top };
  const left = dialog.right + edge;
  return { left, top: 0, width: clientWidth - left - edge, height: BAR_PX };
}

/**
 * Returns the place of the toasts, where nothing can be pressed or read: it depends on the frame of the page alone, so that toasts
 * stay where they are whatever the page below does.
 */
export function findLane(): Box {
  const dialog = document.querySelector('[role=dialog][data-state=open][data-modal]');
  const lane =
    dialog === null
      ? boxAround(laneParts())
      : (boxAround('[data-lane=dialog]') ?? besideDialog(dialog.getBoundingClientRect()));
  // On a phone, the page that replaces a conversation has neither bar nor title, and nothing at its top.
  const atTop = { left: MARGIN_PX, top: 0, width: window.innerWidth - 2 * MARGIN_PX, height: 0 };
  const { left, top, width, height } = lane ?? atTop;
  const middle = top + height / 2;
  const high = Math.max(height - 2 * GAP_PX, HEIGHT_MIN_PX);
  return { left, top: Math.max(GAP_PX, middle - high / 2), width, height: high };
}
