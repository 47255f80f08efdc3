import { setReply } from '../../state/outbox/drafts';
import { threadOf } from '../../state/thread/threads';
import { focusComposer } from '../message/reply-to';

/** So far a finger goes before it is known whether it scrolls or swipes. */
const BEGIN_PX = 10;
/** So far a bubble is moved before it counts. */
const FAR_PX = 56;
const MOST_PX = 80;
/** Who moves more up or down than this while swiping takes it back. */
const ASIDE_PX = 24;

interface Swipe {
  row: HTMLElement;
  x: number;
  y: number;
  /** It has begun to the right: the row follows the finger. */
  follows: boolean;
}

/**
 * Has a swipe to the right over a message, by touch, answer it. Listens on the pane for all of its messages; answers what
 * ends that.
 */
export function followSwipes(pane: HTMLElement, onSwipe: (seq: number) => void): () => void {
  let swipe: Swipe | null = null;
  const settle = () => {
    if (swipe) swipe.row.style.translate = '';
    swipe = null;
  };
  const live = new AbortController();
  const on = <K extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel'>(
    name: K,
    listener: (event: TouchEvent) => void,
  ) => pane.addEventListener(name, listener, { passive: true, signal: live.signal });
  // The browser scrolls up and down, and leaves what goes aside to the page.
  pane.style.touchAction = 'pan-y pinch-zoom';
  on('touchstart', ({ touches, target }) => {
    settle();
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
    const [touch] = touches;
    if (row && touch && touches.length === 1) swipe = { row, x: touch.clientX, y: touch.clientY, follows: false };
  });
  on('touchmove', ({ touches: [touch] }) => {
    if (!swipe || !touch) return;
    const [x, y] = [touch.clientX - swipe.x, Math.abs(touch.clientY - swipe.y)];
    if (!swipe.follows && Math.max(Math.abs(x), y) < BEGIN_PX) return;
    if (swipe.follows ? y > ASIDE_PX : x < y) return settle();
    swipe.follows = true;
    swipe.row.style.translate = `${Math.max(0, Math.min(MOST_PX, x))}px 0`;
  });
  on('touchend', ({ changedTouches: [touch] }) => {
    const seq = Number(swipe?.row.dataset.seq);
    if (swipe?.follows && touch && touch.clientX - swipe.x >= FAR_PX && seq > 0) onSwipe(seq);
    settle();
  });
  on('touchcancel', settle);
  return () => {
    settle();
    pane.style.touchAction = '';
    live.abort();
  };
}

/** Has swipes answer the messages of the conversation with a member, as the menu does; what is deleted has no answer. */
export const answerSwipes = (pane: HTMLElement, otherId: number): (() => void) =>
  followSwipes(pane, (seq) => {
    const message = threadOf(otherId)?.messages.find((one) => one.seq === seq);
    if (!message || message.deleted_at) return;
    setReply(otherId, seq);
    focusComposer();
  });
