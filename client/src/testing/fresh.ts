/** Runs before each test file, since the process may have run others: resets modules, stubs and the page. */
import { vi } from 'vitest';

vi.resetModules();
vi.unstubAllGlobals();
// Components may still make calls after their test, when the fake server is gone.
globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
vi.useRealTimers();
if (typeof document !== 'undefined') {
  forgetListeners();
  document.body.replaceChildren();
  document.documentElement.className = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

/**
 * Removes listeners that an earlier file's modules have added, and records new ones. Of the document's listeners, only `visibilitychange`:
 * the others belong to React and user-event, which are loaded, and add theirs, only once.
 */
function forgetListeners(): void {
  const process = globalThis as { forgetListeners?: () => void };
  process.forgetListeners?.();
  const undo: (() => void)[] = [];
  for (const target of [window, document]) {
    const { addEventListener } = target;
    target.addEventListener = (...args: [string, EventListener]) => {
      addEventListener.apply(target, args);
      if (target === window || args[0] === 'visibilitychange') undo.push(() => target.removeEventListener(...args));
    };
    undo.push(() => {
      target.addEventListener = addEventListener;
    });
  }
  process.forgetListeners = () => {
    for (const each of undo) each();
  };
}
