import { type Box, freePlace } from '../free-place';
import { iconLabel } from './icon-label';

/** How long the pointer must rest on a control before its name shows. */
const REST_MS = 400;
/** For this long after a name has disappeared, the next one shows at once. */
const WARM_MS = 300;
/** How long a name stays after the pointer has left the control, so that the pointer can move onto it. */
const LINGER_MS = 150;
/** How often to check whether the control was removed or renamed, or has opened something. */
const CHECK_MS = 200;
const GAP_PX = 6;
const MARGIN_PX = 8;

/** The places next to a control where its name may be shown, the best first. */
function placesAround(control: DOMRect, { width, height }: DOMRect): Box[] {
  const { innerWidth, innerHeight } = window;
  const centre = control.left + (control.width - width) / 2;
  const within = (left: number) => Math.min(Math.max(MARGIN_PX, left), innerWidth - width - MARGIN_PX);
  const middle = control.top + (control.height - height) / 2;
  const rows = [control.bottom + GAP_PX, control.top - height - GAP_PX];
  const columns = [within(centre), within(control.left), within(control.right - width)];
  return [
    ...rows.flatMap((top) => columns.map((left) => ({ left, top, width, height }))),
    { left: control.right + GAP_PX, top: middle, width, height },
    { left: control.left - width - GAP_PX, top: middle, width, height },
  ].filter(({ left, top }) => left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight);
}

const isOpen = (control: Element): boolean => control.getAttribute('aria-expanded') === 'true';

const controlOf = (target: Element): Element | null => target.closest('button, a[href], [role=button]');

/** Shows this text next to the control. */
function showTip(tip: HTMLElement, control: Element, label: string): void {
  tip.textContent = label;
  // Measured while invisible, so that the search for a free place doesn't find the tip itself.
  Object.assign(tip.style, { inset: 'auto', left: '0px', top: '0px', visibility: 'hidden' });
  tip.hidden = false;
  // A menu is above everything on the page except another popover.
  if (control.closest('[popover], dialog') !== null) {
    tip.popover = 'manual';
    tip.showPopover();
  }
  const place = freePlace(placesAround(control.getBoundingClientRect(), tip.getBoundingClientRect()), control);
  if (place !== null) Object.assign(tip.style, { left: `${place.left}px`, top: `${place.top}px` });
  tip.style.visibility = '';
}

function hideTip(tip: HTMLElement): void {
  if (tip.popover !== null) tip.hidePopover();
  tip.popover = null;
  tip.hidden = true;
  tip.textContent = '';
}

/**
 * Shows names of icon buttons in `tip` until the returned function is called, but not on touch, where nothing hovers. `first`: the hover or
 * focus that loaded this code.
 */
export function followTooltips(tip: HTMLElement, first?: Event): () => void {
  const live = new AbortController();
  let shown: Element | null = null;
  let awaited: Element | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let isTouch = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let checking: ReturnType<typeof setInterval> | undefined;

  const hide = () => {
    clearTimeout(waiting);
    clearInterval(checking);
    awaited = null;
    if (shown === null) return;
    shown = null;
    hiddenAt = performance.now();
    hideTip(tip);
  };
  const show = (control: Element) => {
    hide();
    const label = iconLabel(control);
    if (label === null || isOpen(control) || !control.isConnected) return;
    shown = control;
    showTip(tip, control, label);
    checking = setInterval(() => {
      if (!control.isConnected || isOpen(control) || iconLabel(control) !== label) hide();
    }, CHECK_MS);
  };
  const later = (run: () => void, ms: number) => {
    clearTimeout(waiting);
    waiting = setTimeout(run, ms);
  };

  const onOver = ({ target, pointerType }: PointerEvent) => {
    // Chrome reports a mouse over a control that appears where the screen was touched.
    isTouch = pointerType === 'touch' || window.matchMedia('(hover: none)').matches;
    if (isTouch || !(target instanceof Element)) return;
    if (tip.contains(target)) return clearTimeout(waiting);
    const control = controlOf(target);
    if (control !== null && control === awaited) return;
    if (control !== null && control === shown) return clearTimeout(waiting);
    awaited = control;
    if (control === null) {
      clearTimeout(waiting);
      if (shown !== null && !shown.matches(':focus-visible')) later(hide, LINGER_MS);
      return;
    }
    const isWarm = shown !== null || performance.now() - hiddenAt < WARM_MS;
    later(() => show(control), isWarm ? 0 : REST_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (isTouch || !(target instanceof Element)) return;
    const control = controlOf(target);
    if (control?.matches(':focus-visible')) show(control);
  };
  const onKey = (event: KeyboardEvent) => {
    isTouch = false;
    if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') hide();
  };
  const onDown = ({ pointerType, target }: PointerEvent) => {
    isTouch = pointerType === 'touch';
    if (target instanceof Node && tip.contains(target)) return;
    hide();
  };

  const onScroll = () => {
    const control = shown;
    hide();
    // Tab scrolls to the control it focuses, so the name shows again after the scroll.
    if (control?.matches(':focus-visible')) later(() => show(control), LINGER_MS);
  };

  const options = { capture: true, passive: true, signal: live.signal };
  document.addEventListener('pointerover', onOver, options);
  document.documentElement.addEventListener('pointerleave', hide, options);
  document.addEventListener('pointerdown', onDown, options);
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('keydown', onKey, options);
  window.addEventListener('scroll', onScroll, options);
  window.addEventListener('resize', hide, options);
  window.addEventListener('blur', hide, { signal: live.signal });
  if (first instanceof PointerEvent) onOver(first);
  else if (first instanceof FocusEvent) onFocus(first);
  return () => {
    hide();
    live.abort();
  };
}
