import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A Vitest reporter that appends to UNHANDLED_FILE, as lines of JSON, errors that fail a run although every test passed: uncaught
 * errors with the test `file` of the process (null for the runner's own), and files for which no process could be started.
 */
export default class Unhandled {
  onTestRunStart(specifications) {
    this.expected = new Set(specifications.map(({ moduleId }) => moduleId));
  }

  onTestRunEnd(modules, errors) {
    const ended = new Set(
      modules
        .filter((module) => ['passed', 'failed', 'skipped'].includes(module.state()))
        .map(({ moduleId }) => moduleId),
    );
    for (const path of this.expected) if (!ended.has(path)) note(path, 'was not run');
    for (const error of errors)
      note(
        error.VITEST_TEST_PATH,
        `${error.type ?? 'Error'} ${error.VITEST_TEST_NAME ?? ''}\n${error.stack ?? error.message ?? ''}`,
      );
  }
}

function note(path, text) {
  const file = path === undefined ? null : relative(process.cwd(), path);
  appendFileSync(process.env.UNHANDLED_FILE, `${JSON.stringify({ file, text: text.slice(0, 2_000) })}\n`);
}
