/**
 * Adds up test reports, names every failed test with the start of its failure, and prints `N passed, N failed`
 * last; a step that failed without a failed test counts as one failure.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [failedStep, ...files] = process.argv.slice(2);
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sum = (key) => reports.reduce((total, report) => total + report[key], 0);

for (const report of reports) {
  for (const file of report.testResults) {
    const name = relative(process.cwd(), file.name);
    // A file that could not be loaded has a message and no tests.
    if (file.status === 'failed' && file.message)
      process.stdout.write(`FAILED ${name}\n${file.message.slice(0, 2_000)}\n`);
    for (const test of file.assertionResults.filter(({ status }) => status === 'failed')) {
      process.stdout.write(`FAILED ${name} > ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2_000)}\n`);
    }
  }
}

const passed = sum('numPassedTests');
const failedTests = sum('numFailedTests');
const failed = failedTests === 0 && (failedStep !== '0' || passed === 0 || reports.length < 2) ? 1 : failedTests;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
