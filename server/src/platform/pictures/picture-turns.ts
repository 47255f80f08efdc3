import { fail, type Result } from '../lib/result.js';

/** How many tasks may wait: of one member, and of all members on this server. */
interface TurnsMax {
  perMember: number;
  inTotal: number;
}

/**
 * Processes pictures one at a time, since each takes a core for up to a minute. Members take turns: one with many pictures delays
 * another's only by the one that is running. BUSY when too many wait.
 */
export function createPictureTurns({ perMember, inTotal }: TurnsMax) {
  /** The member whose turn is next comes first. */
  const queues = new Map<number, (() => Promise<unknown>)[]>();
  let count = 0;
  let isRunning = false;

  const runNext = (): void => {
    const [first] = queues;
    if (isRunning || first === undefined) return;
    const [memberId, tasks] = first;
    isRunning = true;
    void tasks
      .shift()?.()
      .then(() => {
        isRunning = false;
        count -= 1;
        // The member's other tasks come after those of everyone else.
        queues.delete(memberId);
        if (tasks.length > 0) queues.set(memberId, tasks);
        runNext();
      });
  };

  return <T>(memberId: number, work: () => Promise<Result<T>>): Promise<Result<T>> => {
    const tasks = queues.get(memberId) ?? [];
    if (tasks.length >= perMember || count >= inTotal) return Promise.resolve(fail('BUSY', { retryAfterS: 5 }));
    count += 1;
    return new Promise((resolve, reject) => {
      tasks.push(() => work().then(resolve, reject));
      queues.set(memberId, tasks);
      runNext();
    });
  };
}
