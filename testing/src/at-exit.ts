const tasks: (() => void)[] = [];

/** However the bench ends, what it started and made ends with it. */
export function atExit(task: () => void): void {
  if (tasks.push(task) === 1)
    process.once('exit', () => {
      for (const run of tasks) run();
    });
}
