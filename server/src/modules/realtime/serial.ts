/**
 * Runs one socket's events in the order in which they came. A task that finishes at once costs no promise; one that
 * returns a promise holds back those behind it. False when too many wait.
 */
export function createSerial(waitingMax: number): (task: () => void | Promise<void>) => boolean {
  const waiting: (() => void | Promise<void>)[] = [];
  let busy = false;

  const proceed = () => {
    busy = false;
    while (!busy) {
      const task = waiting.shift();
      if (!task) return;
      start(task);
    }
  };
  const start = (task: () => void | Promise<void>) => {
    const running = task();
    if (!running) return;
    busy = true;
    void running.finally(proceed);
  };

  return (task) => {
    if (waiting.length >= waitingMax) return false;
    if (busy) waiting.push(task);
    else start(task);
    return true;
  };
}
