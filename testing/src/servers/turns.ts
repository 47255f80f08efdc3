import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The CPU that this thread has used, in milliseconds (Linux). */
export function threadCpuMs(): number {
  // This call updates the file, which otherwise happens only at the scheduler's next tick, up to 4 ms later.
  process.cpuUsage();
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

/** Returns the most CPU that one turn of this thread's event loop takes during a work, in milliseconds. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  // Read before the work starts, since its synchronous part belongs to the first turn.
  let before = threadCpuMs();
  const done = work().finally(() => {
    isOver = true;
  });
  for (;;) {
    await nextTurn();
    const now = threadCpuMs();
    longest = Math.max(longest, now - before);
    if (isOver) break;
    before = now;
  }
  await done;
  return longest;
}
