import { fail, ok, type Result } from '../../platform/lib/result.js';

/** Work in a member's turn. `shared` is one map for all work in the turn, empty when the turn begins. */
type TurnWork<T> = (shared: Map<string, Promise<unknown>>) => Promise<T>;

interface RefreshTurns {
  /**
   * Runs the work in its member's next turn, together with the member's other waiting work. Members take turns in the order of their first
   * waiting call. BUSY, without running the work, if the turn doesn't come in time or `abortSignal` aborts first.
   */
  take<T>(memberId: number, work: TurnWork<T>, abortSignal: AbortSignal): Promise<Result<T>>;
  /** Refuses all waiting and all later work. */
  end(): void;
}

/** Starts the work in a turn, or refuses it if `shared` is null. Resolves once the work has ended. */
type StartWork = (shared: Map<string, Promise<unknown>> | null) => Promise<void>;

/** Runs the turns of `atOnce` members at a time; the others wait at most `withinMs`. */
export function createRefreshTurns({ atOnce, withinMs }: { atOnce: number; withinMs: number }): RefreshTurns {
  /** By member, the longest waiting first. */
  const waiting = new Map<number, Set<StartWork>>();
  let running = 0;
  let hasEnded = false;

  const startNext = () => {
    const [next] = waiting;
    if (next === undefined || running >= atOnce) return;
    const [memberId, works] = next;
    waiting.delete(memberId);
    running += 1;
    const shared = new Map<string, Promise<unknown>>();
    void Promise.all([...works].map((start) => start(shared))).then(() => {
      running -= 1;
      startNext();
    });
  };
  const leave = (memberId: number, start: StartWork) => {
    const works = waiting.get(memberId);
    works?.delete(start);
    if (works?.size === 0) waiting.delete(memberId);
  };

  return {
    take<T>(memberId: number, work: TurnWork<T>, abortSignal: AbortSignal): Promise<Result<T>> {
      if (hasEnded || abortSignal.aborted) return Promise.resolve(fail('BUSY'));
      return new Promise((resolve, reject) => {
        const start: StartWork = async (shared) => {
          clearTimeout(timer);
          abortSignal.removeEventListener('abort', giveUp);
          if (shared === null) return resolve(fail('BUSY'));
          await work(shared).then((value) => resolve(ok(value)), reject);
        };
        const giveUp = () => {
          leave(memberId, start);
          void start(null);
        };
        const timer = setTimeout(giveUp, withinMs).unref();
        abortSignal.addEventListener('abort', giveUp, { once: true });
        const works = waiting.get(memberId);
        if (works) works.add(start);
        else waiting.set(memberId, new Set([start]));
        startNext();
      });
    },
    end() {
      hasEnded = true;
      const refused = [...waiting.values()].flatMap((works) => [...works]);
      waiting.clear();
      for (const start of refused) void start(null);
    },
  };
}
