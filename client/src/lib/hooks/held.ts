/** A press, and what often follows it at once, such as the second press of a double click. */
const SETTLE_MS = 1_000;
/** Without a movement, a key or a touch for this long, a reader is not about to press. */
const REST_MS = 1_000;
/** The same while the pointer is on a control of the page, which could move away from under it. */
const REST_ON_CONTROL_MS = 5_000;

let path: readonly EventTarget[] = [];
let pressedAt = Number.NEGATIVE_INFINITY;
let activeAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let isFollowing = false;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of [...listeners]) listener();
};

/** The elements below the mouse, or below the last touch: a finger that was lifted is about to come back. */
function follow(event: PointerEvent): void {
  path = event.composedPath();
  if (event.type === 'pointerdown') {
    pressedAt = performance.now();
    clearTimeout(timer);
    timer = setTimeout(tell, SETTLE_MS + 1);
  }
  tell();
}

function start(): void {
  if (isFollowing) return;
  isFollowing = true;
  const options = { capture: true, passive: true };
  for (const type of ['pointerover', 'pointerdown'] as const) document.addEventListener(type, follow, options);
  for (const type of ['pointermove', 'pointerdown', 'touchmove', 'wheel', 'keydown'] as const)
    document.addEventListener(type, () => (activeAt = performance.now()), options);
  for (const type of ['focusin', 'focusout'] as const) document.addEventListener(type, () => setTimeout(tell), options);
  document.documentElement.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    path = [];
    tell();
  });
}

/** A press leaves the focus on its button, so only a focus that shows counts. */
const hasFocus = (place: Element): boolean =>
  place.contains(document.activeElement) && document.activeElement?.matches(':focus-visible') === true;

/** Whether someone may be about to press in a place: the pointer or the focus is there. */
export function isHeld(place: Element | null): boolean {
  start();
  return place !== null && (path.includes(place) || hasFocus(place));
}

/** Whether a place that was held may move now. Not at once after a press elsewhere, since that may be a double click. */
export const isLetGo = (place: Element | null): boolean => !isHeld(place) && performance.now() - pressedAt >= SETTLE_MS;

/** Whether the reader has not moved, typed or touched for a moment. */
export function isAtRest(): boolean {
  start();
  const [over] = path;
  const isOnControl =
    over instanceof Element && over.closest('main') !== null && over.closest('a, button, input, select') !== null;
  return performance.now() - activeAt >= (isOnControl && over.isConnected ? REST_ON_CONTROL_MS : REST_MS);
}

/** Calls `listener` when `isHeld` or `isLetGo` may have changed, until the returned function is called. */
export function onHeldChange(listener: () => void): () => void {
  start();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
