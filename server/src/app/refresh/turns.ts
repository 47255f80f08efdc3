import { fail, ok, type Result } from '../../platform/lib/result.js';

export interface RefreshTurns {
  /** Runs the work when it is its turn, in the order of the calls. BUSY, without having begun, if that takes too long. */
  take<T>(work: () => Promise<T>): Promise<Result<T>>;
  /** Refuses all that wait. */
  dismiss(): void;
}

/** Runs `atOnce` works at a time; the others wait at most `withinMs`. */
export function createRefreshTurns({ atOnce, withinMs }: { atOnce: number; withinMs: number }): RefreshTurns {
  /** The oldest first. */
  const waiting = new Set<(isTurn: boolean) => void>();
  let running = 0;

  const beginNext = () => {
    const [next] = waiting;
    if (next === undefined || running >= atOnce) return;
    running += 1;
    next(true);
  };
  const isTurn = () =>
    new Promise<boolean>((resolve) => {
      const settle = (began: boolean) => {
        clearTimeout(timer);
        waiting.delete(settle);
        resolve(began);
      };
      const timer = setTimeout(() => settle(false), withinMs).unref();
      waiting.add(settle);
      beginNext();
    });

  return {
    async take(work) {
      if (!(await isTurn())) return fail('BUSY');
      try {
        return ok(await work());
      } finally {
        running -= 1;
        beginNext();
      }
    },
    dismiss() {
      for (const settle of waiting) settle(false);
    },
  };
}
