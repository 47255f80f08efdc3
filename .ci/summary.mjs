/**
 * Reads the test report, names every failed test with the start of its failure, and prints `N passed, N failed`
 * last; a file or a step that failed without a failed test counts as one failure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [failedStep, file] = process.argv.slice(2);
// Without a report, the test runner did not get to its end, and has said why above.
const { testResults, numPassedTests: passed } = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { testResults: [], numPassedTests: 0 };

let failed = 0;
const tell = (name, text) => {
  failed += 1;
  process.stdout.write(`FAILED ${name}\n${text.slice(0, 2_000)}\n`);
};
for (const { name, status, message, assertionResults } of testResults) {
  const file = relative(process.cwd(), name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  for (const { fullName, failureMessages } of tests) tell(`${file} > ${fullName}`, failureMessages.join('\n'));
  // A file that could not be loaded, or prepared, has no failed test.
  if (status === 'failed' && tests.length === 0) tell(file, message || 'before or after its tests');
}

if (failed === 0 && (failedStep !== '0' || passed === 0)) failed = 1;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
