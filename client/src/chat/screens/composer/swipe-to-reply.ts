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

interface Swipe {
  row: HTMLElement;
  x: number;
  y: number;
  /** True once the swipe has begun to the right: the row follows the finger. */
  follows: boolean;
}

/**
 * Calls back when a message is swiped to the right. Listens on the pane for all of its messages; returns the function
 * that stops listening.
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
  // The browser handles vertical scrolling and leaves horizontal moves to the page.
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

/**
 * Makes swipes reply to messages in a conversation, as the menu does. Deleted messages have no reply.
 */
export const answerSwipes = (pane: HTMLElement, conversation: ConversationKey): (() => void) =>
  followSwipes(pane, (seq) => {
    const message = threadOf(conversation)?.messages.find((one) => one.seq === seq);
    if (!message || message.deleted_at) return;
    setReply(conversation, seq);
    focusComposer();
  });
