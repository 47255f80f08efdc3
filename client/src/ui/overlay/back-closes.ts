import { useEffect, useRef } from 'react';
import { uuid } from '../../lib/uuid';

/** While `open`, the browser's Back (on a phone, its gesture or button) calls `close` and stays on the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(followBack, []);
  useEffect(() => (open ? addBackEntry(() => latest.current()) : undefined), [open]);
}

/**
 * Each open panel (dialog, menu, popover) has an entry of the history above its page, with the same address. Back then
 * leads to the page and closes the panel. The router hears of these entries only as of steps to where it is already.
 */
const panels = new Map<string, () => void>();
/** The entry that a step back, asked for here, leaves: until it has come, a new panel's entry waits. */
let leaving: string | null = null;
const waiting: (() => void)[] = [];
let isListening = false;

const topPanel = (): string | undefined => (window.history.state as { panel?: string } | null)?.panel;

function goBack(from: string): void {
  leaving = from;
  window.history.back();
}

function onPop(): void {
  const top = topPanel();
  const left = leaving;
  leaving = null;
  if (top !== undefined && top === left) {
    // A link was followed before the step began, which has led back from its page.
    window.history.forward();
    return;
  }
  // The entry of a panel that is closed: a page was opened from it, or the tab was loaded anew.
  if (top !== undefined && !panels.has(top)) {
    goBack(top);
    return;
  }
  const ids = [...panels.keys()];
  for (const id of ids.slice(top === undefined ? 0 : ids.indexOf(top) + 1)) {
    const close = panels.get(id);
    panels.delete(id);
    close?.();
  }
  for (const push of waiting.splice(0)) push();
}

/** Begins to follow Back; what a reload left of an open panel is stepped over. */
function followBack(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('popstate', onPop);
  const top = topPanel();
  if (top !== undefined) goBack(top);
}

/** Puts an entry for an open panel above the page; `close` is called by Back. Returns what takes the entry away again. */
function addBackEntry(close: () => void): () => void {
  const id = uuid();
  let isOpen = true;
  const push = () => {
    if (!isOpen) return;
    panels.set(id, close);
    window.history.pushState({ ...window.history.state, panel: id }, '');
  };
  if (leaving === null) push();
  else waiting.push(push);
  return () => {
    isOpen = false;
    if (!panels.delete(id)) return;
    // A link in the panel has put a page above it meanwhile: then Back steps over the entry later.
    setTimeout(() => topPanel() === id && goBack(id));
  };
}
