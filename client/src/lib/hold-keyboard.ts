import toast from 'react-hot-toast/headless';
import { isOffline } from './network';

/** A hold on the keyboard for a part that was requested and will take the keyboard. */
export interface KeyboardHold {
  /** Call it when the part is there: typed text goes to the field that the part focuses. */
  arrive(): void;
  /** Call it when nothing arrived: typed text goes to the field that has the focus. */
  giveBack(): void;
  /** Call it when the part was closed before it arrived: typed text is dropped. */
  drop(): void;
}

/** A part that takes longer is closed, so that the keyboard does not stay dead. */
const HELD_AT_MOST_MS = 10_000;
/** The same without a network, where a part comes from the browser's cache or not at all. */
const HELD_OFFLINE_MS = 2_000;
/** A part focuses its field within this time after it was drawn. */
const FOCUSES_WITHIN_MS = 1_000;

/** Keys pressed within this time after another field took the focus were meant for the previous field. */
export const NOTICED_WITHIN_MS = 1_500;

interface Hold {
  /** The element that had the focus when the part was asked for. */
  from: Element | null;
  onEscape: () => void;
}

const holds = new Set<Hold>();
/** The text typed since the first of the running holds began. */
let typed = '';
let listening: AbortController | null = null;

/**
 * Holds the keyboard from now until a part that takes it has loaded, so that keys don't reach the page behind it: text is kept for the
 * part's field, other keys are swallowed. Escape calls `onEscape`, which must end the hold; so does a part that takes too long, after saying so.
 */
export function holdKeyboard(onEscape: () => void): KeyboardHold {
  const hold: Hold = { from: document.activeElement, onEscape };
  holds.add(hold);
  if (listening === null) listen();
  const giveUp = () => {
    toast.error('Couldn’t open this. Check your connection and try again.', { id: 'not-loaded' });
    onEscape();
  };
  let timeout = setTimeout(giveUp, isOffline() ? HELD_OFFLINE_MS : HELD_AT_MOST_MS);
  const end = (text: 'given' | 'dropped') => {
    clearTimeout(timeout);
    window.removeEventListener('focusin', onFocus, true);
    if (holds.delete(hold) && holds.size === 0) insertTyped(text);
  };
  const endAfter = (ms: number, text: 'given' | 'dropped') => {
    clearTimeout(timeout);
    timeout = setTimeout(() => end(text), ms);
  };
  // The part may set the caret after it has focused its field.
  const onFocus = () => endAfter(0, 'given');
  return {
    arrive() {
      const { activeElement } = document;
      if (activeElement !== hold.from && activeElement !== document.body) return onFocus();
      window.addEventListener('focusin', onFocus, true);
      endAfter(FOCUSES_WITHIN_MS, 'dropped');
    },
    giveBack: () => end('given'),
    drop: () => end('dropped'),
  };
}

function listen(): void {
  typed = '';
  listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  window.addEventListener('keydown', onKey, options);
  for (const type of ['beforeinput', 'paste']) window.addEventListener(type, swallow, options);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Keys that would act on an element with the focus; others, such as F5, are the browser's. */
const editingKeys = /^(?:Enter|Tab|Delete|Home|End|Page(?:Up|Down)|Arrow\w+|Process|Dead)$/u;

function onKey(event: KeyboardEvent): void {
  const { key } = event;
  const isText = [...key].length === 1;
  if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) {
    // The browser's own shortcuts, such as a reload, still work.
    event.stopImmediatePropagation();
    return;
  }
  if (key === 'Escape') {
    swallow(event);
    for (const { onEscape } of [...holds]) onEscape();
    return;
  }
  if (!isText && key !== 'Backspace' && !editingKeys.test(key)) return;
  swallow(event);
  // The key that opened the part may still be down.
  if (event.repeat && typed === '') return;
  if (isText) typed += key;
  else if (key === 'Backspace') typed = [...typed].slice(0, -1).join('');
}

function insertTyped(as: 'given' | 'dropped'): void {
  listening?.abort();
  listening = null;
  const text = typed;
  typed = '';
  if (as === 'given' && text !== '') insertText(document.activeElement, text);
}

/** Inserts text into a field like typing, so that undo reverts it. Any other element ignores it. */
function insertText(field: Element | null, text: string): void {
  const isField = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && isTextual(field));
  if (!isField || field.disabled || field.readOnly) return;
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

const isTextual = ({ type }: HTMLInputElement): boolean => /^(?:text|search|email|password|tel|url)$/u.test(type);
