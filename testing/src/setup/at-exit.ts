const tasks: (() => void)[] = [];

/** Runs `task` when this process exits, also by an error: for child processes and temporary folders. */
export function atExit(task: () => void): void {
  if (tasks.push(task) === 1)
    process.once('exit', () => {
      for (const run of tasks) run();
    });
}
