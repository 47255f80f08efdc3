/** So far a bubble is moved before it counts. */
const FAR_PX = 56;
const MOST_PX = 80;
/** Who moves more up or down than this scrolls. */
const ASIDE_PX = 24;

/**
 * Has a swipe to the right over a message, by touch, answer it. Listens on the pane for all of its messages; answers what
 * ends that.
 */
export function followSwipes(pane: HTMLElement, onSwipe: (seq: number) => void): () => void {
  let moved: { row: HTMLElement; x: number; y: number } | null = null;
  const settle = () => {
    if (moved) moved.row.style.translate = '';
    moved = null;
  };
  const live = new AbortController();
  const on = <K extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel'>(
    name: K,
    listener: (event: TouchEvent) => void,
  ) => pane.addEventListener(name, listener, { passive: true, signal: live.signal });
  on('touchstart', ({ touches, target }) => {
    settle();
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
    const [touch] = touches;
    if (row && touch && touches.length === 1) moved = { row, x: touch.clientX, y: touch.clientY };
  });
  on('touchmove', ({ touches: [touch] }) => {
    if (!moved || !touch) return;
    const x = touch.clientX - moved.x;
    if (Math.abs(touch.clientY - moved.y) > ASIDE_PX) return settle();
    moved.row.style.translate = `${Math.max(0, Math.min(MOST_PX, x))}px 0`;
  });
  on('touchend', ({ changedTouches: [touch] }) => {
    const seq = Number(moved?.row.dataset.seq);
    if (moved && touch && touch.clientX - moved.x >= FAR_PX && seq > 0) onSwipe(seq);
    settle();
  });
  on('touchcancel', settle);
  return () => {
    settle();
    live.abort();
  };
}
