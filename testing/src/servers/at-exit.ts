const tasks: (() => void)[] = [];

/** Runs `task` when this process exits, even by an error. For child processes and temporary folders. */
export function atExit(task: () => void): void {
  if (tasks.push(task) === 1)
    process.once('exit', () => {
      for (const run of tasks) run();
    });
}
