import { fieldsOf } from '@sangam/shared/core/keys-of';
import { useEffect, useRef } from 'react';
import { uuid } from '../../lib/uuid';

/** While `open`, the browser's Back calls `close` and stays on the page. */
export function useBackCloses(close: () => void, open = true): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(followBack, []);
  useEffect(() => (open ? addBackEntry(() => latest.current()) : undefined), [open]);
}

/**
 * Each open panel (dialog, menu, popover) has a history entry above its page with the same address, so Back closes the
 * panel. The router sees these entries only as steps to its current page.
 */
const panels = new Map<string, () => void>();
/** The entry that a requested step back is leaving; null if none. Meanwhile, entries of new panels wait. */
let leaving: string | null = null;
const waiting: (() => void)[] = [];
let isListening = false;

const topPanel = (): string | undefined => {
  const { panel } = fieldsOf(window.history.state);
  return typeof panel === 'string' ? panel : undefined;
};

function goBack(from: string): void {
  leaving = from;
  window.history.back();
}

/** Navigates once a requested step back has ended: a page that replaced the entry being left would be left with it. */
export function afterBack(navigate: () => void): void {
  if (leaving === null) navigate();
  else waiting.push(navigate);
}

/** A step back that a press causes has begun by then. */
const STEP_BEGINS_WITHIN_MS = 1_000;

/** Reloads the page, and again if the step back from a panel that the same press closed stopped the reload. */
export function reloadPage(): void {
  const reload = () => window.location.reload();
  waiting.push(reload);
  reload();
  // If the reader stops a slow reload, no later step back may reload the page: unsent text would be lost.
  setTimeout(() => {
    const place = waiting.indexOf(reload);
    if (leaving === null && place >= 0) waiting.splice(place, 1);
  }, STEP_BEGINS_WITHIN_MS);
}

function onPop(): void {
  const top = topPanel();
  const left = leaving;
  leaving = null;
  if (top !== undefined && top === left) {
    // A link was followed before this step back, so the step has left the page that the link opened.
    window.history.forward();
    return;
  }
  // The entry of a panel that no longer exists: a page was opened from it, or the tab was reloaded.
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

/** Starts to follow Back, and skips entries of panels left by a reload. */
function followBack(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('popstate', onPop);
  const top = topPanel();
  if (top !== undefined) goBack(top);
}

/** Adds a history entry for an open panel; Back then calls `close`. Returns a function that removes the entry. */
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
    // If a link in the panel has opened a page in the meantime, Back skips the entry later.
    setTimeout(() => topPanel() === id && goBack(id));
  };
}
