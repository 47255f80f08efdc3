/** Adds up test reports and prints `N passed, N failed`; a step that failed without a test counts as one failure. */
import { readFileSync } from 'node:fs';

const [failedStep, ...files] = process.argv.slice(2);
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
const passed = sum('numPassedTests');
const failedTests = sum('numFailedTests');
const failed = failedTests === 0 && (failedStep !== '0' || passed === 0 || reports.length < 2) ? 1 : failedTests;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
