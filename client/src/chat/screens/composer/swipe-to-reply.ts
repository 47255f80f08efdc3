import type { ConversationKey } from '../../../lib/links/chat-link';
import { setReply } from '../../state/outbox/drafts';
import { threadOf } from '../../state/thread/threads';
import { focusComposer } from '../message/reply-to';

/** The distance after which a touch counts as a scroll or a swipe. */
const BEGIN_PX = 10;
/** The distance after which releasing the swipe replies. */
const FAR_PX = 56;
const MOST_PX = 80;
/** Moving further than this up or down cancels the swipe. */
const ASIDE_PX = 24;

/** An arrow next to the row, visible while the row is moved aside; in the accent colour once the swipe is far enough. */
const arrow =
  "before:absolute before:top-1/2 before:-left-2 before:-translate-x-full before:-translate-y-1/2 before:text-lg before:text-muted before:content-['↩'/''] data-far:before:text-accent-text".split(
    ' ',
  );
const returning = 'motion-safe:transition-[translate]';

interface Swipe {
  row: HTMLElement;
  x: number;
  y: number;
  /** True once the finger has moved to the right: the row follows it. */
  follows: boolean;
}

interface Swiping {
  /** Whether the message can be answered; others stay in place. */
  isOffered: (seq: number) => boolean;
  onSwipe: (seq: number) => void;
}

/**
 * Calls `onSwipe` when a message is swiped to the right. Listens on the pane for all of its messages; returns a function that stops
 * listening.
 */
export function followSwipes(pane: HTMLElement, { isOffered, onSwipe }: Swiping): () => void {
  let swipe: Swipe | null = null;
  const settle = () => {
    if (swipe?.follows) {
      swipe.row.classList.add(returning);
      swipe.row.style.translate = '';
      swipe.row.removeAttribute('data-far');
    }
    swipe = null;
  };
  const live = new AbortController();
  const on = <K extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel'>(
    name: K,
    listener: (event: TouchEvent) => void,
  ) => pane.addEventListener(name, listener, { passive: true, signal: live.signal });
  // The browser handles vertical scrolling and leaves horizontal moves to the page.
  pane.style.touchAction = 'pan-y pinch-zoom';
  on('touchstart', ({ touches, target }) => {
    settle();
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
    const [touch] = touches;
    if (row && touch && touches.length === 1 && isOffered(Number(row.dataset.seq)))
      swipe = { row, x: touch.clientX, y: touch.clientY, follows: false };
  });
  on('touchmove', ({ touches: [touch] }) => {
    if (!swipe || !touch) return;
    const [x, y] = [touch.clientX - swipe.x, Math.abs(touch.clientY - swipe.y)];
    if (!swipe.follows && Math.max(Math.abs(x), y) < BEGIN_PX) return;
    if (swipe.follows ? y > ASIDE_PX : x < y) return settle();
    if (!swipe.follows) {
      swipe.row.classList.remove(returning);
      swipe.row.classList.add(...arrow);
    }
    swipe.follows = true;
    const isFar = x >= FAR_PX;
    if (isFar && !('far' in swipe.row.dataset)) navigator.vibrate?.(10);
    swipe.row.toggleAttribute('data-far', isFar);
    swipe.row.style.translate = `${Math.max(0, Math.min(MOST_PX, x))}px 0`;
  });
  on('touchend', ({ changedTouches: [touch] }) => {
    if (swipe?.follows && touch && touch.clientX - swipe.x >= FAR_PX) onSwipe(Number(swipe.row.dataset.seq));
    settle();
  });
  on('touchcancel', settle);
  return () => {
    settle();
    pane.style.touchAction = '';
    live.abort();
  };
}

/** Replies to messages that are swiped, like the menu: not to deleted ones, and only where the member can write. */
export const answerSwipes = (pane: HTMLElement, conversation: ConversationKey): (() => void) =>
  followSwipes(pane, {
    isOffered(seq) {
      const message = threadOf(conversation)?.messages.find((one) => one.seq === seq);
      return message !== undefined && !message.deleted_at && document.querySelector('[data-composer]') !== null;
    },
    onSwipe(seq) {
      setReply(conversation, seq);
      focusComposer();
    },
  });
