/** Prints the path of each test file in which something failed, one a line, from Vitest's JSON reports. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const reports = process.argv.slice(2).filter((file) => existsSync(file));
const files = reports.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).testResults);
const failed = files.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name));
for (const file of new Set(failed)) process.stdout.write(`${file}\n`);
