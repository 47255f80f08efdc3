import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A Vitest reporter that adds each error that no test caught to the file UNHANDLED_FILE, a line of JSON each: `file`, the
 * test file that its process was running (null when it is the runner's own), and `text`. Such an error fails the whole
 * run, though every test passed.
 */
export default class Unhandled {
  onTestRunEnd(_modules, errors) {
    for (const error of errors) {
      const path = error.VITEST_TEST_PATH;
      const file = path === undefined ? null : relative(process.cwd(), path);
      const text = `${error.type ?? 'Error'} ${error.VITEST_TEST_NAME ?? ''}\n${error.stack ?? error.message ?? ''}`;
      appendFileSync(process.env.UNHANDLED_FILE, `${JSON.stringify({ file, text: text.slice(0, 2_000) })}\n`);
    }
  }
}
