import type { List } from '../core/store/list';

/** Long enough to gather the events of one action. */
const AFTER_MS = 500;

/** Returns a function that has `run` called once, soon after its first of several calls; `stop` cancels it. */
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
 * Calls `onChange` when `stateOf` returns another text for the list, until the returned function is called. The first answer changes
 * nothing: before it, `stateOf` returns null.
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
