import type { List } from '../core/store/list';

/** Long enough to gather the events of one action. */
const AFTER_MS = 500;

/** Returns `soon`, which calls `run` once, `AFTER_MS` after the first of several calls, and `stop`, which cancels it. */
export function gatherCalls(run: () => unknown): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, AFTER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Calls `onChange` when the text that `stateOf` returns for the list changes, until the returned function is called. A change from or to
 * null, as with the first answer, doesn't count.
 */
export function followList<Item extends { id: number }>(
  list: List<Item>,
  stateOf: (list: List<Item>) => string | null,
  onChange: () => void,
): () => void {
  let before = stateOf(list);
  return list.subscribe(() => {
    const now = stateOf(list);
    if (before !== null && now !== null && before !== now) onChange();
    before = now;
  });
}
