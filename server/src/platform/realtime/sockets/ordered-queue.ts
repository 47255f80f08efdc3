type Task = () => void | Promise<void>;

/**
 * Runs one socket's tasks in order. A task that returns a promise blocks the next one until it settles; one that
 * returns nothing costs no promise. The returned function answers false, and drops the task, when `waitingMax` wait.
 */
export function createOrderedQueue(waitingMax: number): (task: Task) => boolean {
  const waiting: Task[] = [];
  let busy = false;

  const runNext = () => {
    busy = false;
    while (!busy) {
      const task = waiting.shift();
      if (!task) return;
      run(task);
    }
  };
  const run = (task: Task) => {
    const running = task();
    if (!running) return;
    busy = true;
    void running.finally(runNext);
  };

  return (task) => {
    if (waiting.length >= waitingMax) return false;
    if (busy) waiting.push(task);
    else run(task);
    return true;
  };
}
