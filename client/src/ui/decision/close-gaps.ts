import { isAtRest } from '../../lib/hooks/reader-at-rest';

/** Smaller gaps, such as that of a removed note, stay until the row's height is unlocked. */
const GAP_MIN_PX = 48;
/** How long no finger may have touched the screen: longer than between the taps of a double tap. */
const LIFTED_MS = 400;
const CLOSING_MS = 160;

let fingers = 0;
let touchedAt = Number.NEGATIVE_INFINITY;
let isMouse = false;

const noteTouch = ({ touches }: TouchEvent) => {
  fingers = touches.length;
  touchedAt = performance.now();
};
for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
  document.addEventListener(type, noteTouch, { capture: true, passive: true });
for (const type of ['pointermove', 'pointerdown'] as const)
  document.addEventListener(
    type,
    ({ pointerType }) => {
      isMouse = pointerType === 'mouse';
    },
    { capture: true, passive: true },
  );

/** Whether no finger is on the screen or about to return, and no mouse on its way to a button below. */
const mayClose = (): boolean => (isMouse ? isAtRest() : fingers === 0 && performance.now() - touchedAt >= LIFTED_MS);

/** Returns the height of the empty space at an element's end, without changing the element's own, which could scroll the page. */
function gapIn(element: HTMLElement): number {
  const { lastElementChild: last, style } = element;
  style.alignContent = 'start';
  const end = element.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(element).paddingBottom);
  const gap = end - (last?.getBoundingClientRect().bottom ?? end);
  style.alignContent = '';
  return gap;
}

const watched = new WeakSet<Element>();

/**
 * From now on, closes large gaps in an element of locked height, such as after a closed question: not while the mouse is next to it, and
 * only once the mouse rests, or no finger has touched the screen for a moment.
 */
export function closeGaps(element: HTMLElement): void {
  if (watched.has(element)) return;
  watched.add(element);
  const { style } = element;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const closeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(close, LIFTED_MS);
  };
  const close = () => {
    const gap = style.minHeight === '' ? 0 : gapIn(element);
    if (gap < GAP_MIN_PX || (isMouse && element.parentElement?.matches(':hover'))) return;
    if (!mayClose()) {
      closeSoon();
      return;
    }
    const { height } = element.getBoundingClientRect();
    const [from, to] = [`${height}px`, `${height - gap}px`];
    const duration = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : CLOSING_MS;
    element.animate([{ minHeight: from }, { minHeight: to }], { duration, easing: 'ease-out' }).onfinish = () => {
      // During the animation, `lock` of `StillRow` has set intermediate heights.
      if (style.minHeight !== '') style.minHeight = to;
    };
  };
  new MutationObserver(closeSoon).observe(element, { childList: true, subtree: true });
}
