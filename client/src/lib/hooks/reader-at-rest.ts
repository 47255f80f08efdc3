/** A reader who hasn't moved the pointer, typed or touched for this long isn't about to press. */
const REST_MS = 1_000;
/**
 * The same after a touch, since a finger above the screen can't be detected, and while the pointer is on a control of the page, which could
 * move away from under it.
 */
const LONG_REST_MS = 5_000;
const CHECKS_EVERY_MS = 250;

let pathBelowPointer: readonly EventTarget[] = [];
let isTouched = false;
let activeAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let isFollowing = false;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of [...listeners]) listener();
};

/** Notes the elements below the mouse, or below the last touch, since a lifted finger is about to come back. */
function notePointer(event: PointerEvent): void {
  pathBelowPointer = event.composedPath();
  isTouched = event.pointerType === 'touch';
  notify();
}

function notifyAtRest(): void {
  if (isAtRest()) notify();
  else timer = setTimeout(notifyAtRest, CHECKS_EVERY_MS);
}

function noteActive(): void {
  activeAt = performance.now();
  clearTimeout(timer);
  timer = setTimeout(notifyAtRest, REST_MS);
}

/** Starts following the reader's pointer and focus. Must have run before anything changes in a place that may be held. */
export function followReader(): void {
  if (isFollowing) return;
  isFollowing = true;
  const options = { capture: true, passive: true };
  for (const type of ['pointerover', 'pointermove', 'pointerdown', 'touchmove', 'wheel', 'keydown'] as const)
    document.addEventListener(type, noteActive, options);
  for (const type of ['pointerover', 'pointerdown'] as const) document.addEventListener(type, notePointer, options);
  for (const type of ['focusin', 'focusout'] as const)
    document.addEventListener(type, () => setTimeout(notify), options);
  document.documentElement.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    pathBelowPointer = [];
    notify();
  });
}

/** A press leaves the focus on its button, so only a focus that shows counts. */
const hasFocus = (area: Element): boolean =>
  area.contains(document.activeElement) && document.activeElement?.matches(':focus-visible') === true;

/** Whether the reader may be about to press in a place: the pointer or the focus is there. */
export function isHeld(area: Element | null): boolean {
  followReader();
  return area !== null && (pathBelowPointer.includes(area) || hasFocus(area));
}

/**
 * Whether a place may move now. False while the reader moves the pointer, which may be on its way to something that would move with the
 * place.
 */
export const mayMove = (area: Element | null): boolean => !isHeld(area) && isAtRest();

/** Whether the reader has not moved, typed or touched for a moment. */
export function isAtRest(): boolean {
  followReader();
  const [over] = pathBelowPointer;
  const isOnControl =
    over instanceof Element && over.closest('main') !== null && over.closest('a, button, input, select') !== null;
  const isLong = isTouched || (isOnControl && over.isConnected);
  return performance.now() - activeAt >= (isLong ? LONG_REST_MS : REST_MS);
}

/** Calls `listener` when `isHeld` or `mayMove` may have changed, until the returned function is called. */
export function onHeldChange(listener: () => void): () => void {
  followReader();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
