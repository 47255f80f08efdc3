/** Prints the path of each failed test file, one per line, from the file of unhandled errors and Vitest's JSON reports. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [unhandled, ...reports] = process.argv.slice(2).filter((file) => existsSync(file));
const lines = readFileSync(unhandled, 'utf8').split('\n').filter(Boolean);
const disturbed = lines.map((line) => JSON.parse(line).file).filter((file) => file !== null);
const files = reports.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).testResults);
const failed = files.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name));
for (const file of new Set([...failed, ...disturbed])) process.stdout.write(`${file}\n`);
