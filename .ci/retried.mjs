import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A Vitest reporter that appends each test that passed only on retry to RETRIED_FILE, with its first failure. */
export default class Retried {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const reasons = (test.result().errors ?? []).map((error) => error.stack ?? error.message);
    const file = relative(process.cwd(), test.module.moduleId);
    appendFileSync(
      process.env.RETRIED_FILE,
      `RETRIED ${file} > ${test.fullName}\n${reasons.join('\n').slice(0, 2_000)}\n`,
    );
  }
}
