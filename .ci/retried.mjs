import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A Vitest reporter that appends each test that passed only on retry to RETRIED_FILE, with its failures and what differed. */
export default class Retried {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const reasons = (test.result().errors ?? []).flatMap(({ stack, message, diff = '' }) => [
      (stack ?? message).slice(0, 2_000),
      ...differingLines(diff).slice(0, 60),
    ]);
    const file = relative(process.cwd(), test.module.moduleId);
    appendFileSync(process.env.RETRIED_FILE, `RETRIED ${file} > ${test.fullName}\n${reasons.join('\n')}\n`);
  }
}

/** Returns a diff's lines that are expected or received alone. A whole screen has hundreds of others. */
function differingLines(diff) {
  return stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => /^[+-]/u.test(line));
}
