/**
 * Lists every failed test of the reports with the start of its failure, and ends with `N passed, N failed`. A file or step that failed
 * without a failed test counts as one failure. A file that ran again counts by its second run, and its first failures are listed as
 * retried.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [failedStep, again, ...reports] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(file, 'utf8')).testResults;
const repeated = existsSync(again) ? read(again) : [];
const isRepeated = ({ name }) => repeated.some((file) => file.name === name);
// Without a report, the test runner did not finish and has printed the reason above.
const missing = reports.filter((file) => !existsSync(file));
const initial = reports.filter((file) => existsSync(file)).flatMap(read);

/** The failures of a file: names, and the start of each error. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  // A file that could not be loaded or set up has no failed test.
  if (status === 'failed' && tests.length === 0) return [[file, message || 'before or after its tests']];
  return tests.map(({ fullName, failureMessages }) => [`${file} > ${fullName}`, failureMessages.join('\n')]);
}
const tell = (word, failures) => {
  for (const [name, text] of failures) process.stdout.write(`${word} ${name}\n${text.slice(0, 2_000)}\n`);
};

const counted = [...initial.filter((file) => !isRepeated(file)), ...repeated];
const failures = counted.flatMap(failuresOf);
tell('TRIED AGAIN', initial.filter(isRepeated).flatMap(failuresOf));
tell('FAILED', failures);

const passed = counted.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length;
const failed =
  failures.length === 0 && (failedStep !== '0' || missing.length > 0 || passed === 0) ? 1 : failures.length;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
