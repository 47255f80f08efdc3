import type { Result } from '../api/errors';
import { isTemporary } from '../api/errors';

const pausesMs = [0, 1_000, 2_000, 4_000, 8_000];

/**
 * Fetches missing ranges of threads until they are there: a fetch that fails for a moment is made again, a few times;
 * after that the next message, focus or reconnect tries anew.
 */
export function createFiller(sync: (otherId: number) => Promise<Result<unknown>>) {
  const running = new Set<number>();
  let stopped = false;
  const attempt = async (otherId: number, tries: number): Promise<void> => {
    // The pause before this try may have outlived the session.
    if (stopped) return;
    const answer = await sync(otherId);
    if (answer.ok || stopped || !isTemporary(answer.error) || tries + 1 >= pausesMs.length) {
      running.delete(otherId);
      return;
    }
    const asked = answer.error.kind === 'server' ? (answer.error.retryAfterS ?? 0) * 1_000 : 0;
    setTimeout(() => void attempt(otherId, tries + 1), Math.max(asked, pausesMs[tries + 1] ?? 0));
  };
  return {
    fill(otherId: number): void {
      if (running.has(otherId)) return;
      running.add(otherId);
      void attempt(otherId, 0);
    },
    stop(): void {
      stopped = true;
    },
  };
}
