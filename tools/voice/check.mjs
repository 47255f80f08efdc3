/**
 * `npm run voice`: finds habits of wording in comments, names of tests, documentation and texts on screens. Ends with 1 if there are any;
 * `--count` counts them.
 */
import { readFileSync } from 'node:fs';
import { findHabits, findScreenHabits } from './habits.mjs';
import { screenFiles, screenTextsOf } from './screen-texts.mjs';
import { passagesOf, proseFiles } from './texts.mjs';

const inProse = proseFiles().flatMap((file) =>
  passagesOf(file, readFileSync(file, 'utf8'))
    .flatMap((passage) => findHabits(passage))
    .map((finding) => ({ file, ...finding }))
    .sort((a, b) => a.line - b.line),
);
const onScreens = screenFiles().flatMap((file) =>
  screenTextsOf(file, readFileSync(file, 'utf8'))
    .flatMap((text) => findScreenHabits(text))
    .map((finding) => ({ file, ...finding })),
);
const findings = [...inProse, ...onScreens];

/** @param {string} title @param {(finding: (typeof findings)[number]) => string} group */
function count(title, group) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const finding of findings) numbers.set(group(finding), (numbers.get(group(finding)) ?? 0) + 1);
  const rows = [...numbers]
    .sort(([, a], [, b]) => b - a)
    .map(([name, number]) => `${String(number).padStart(6)} ${name}\n`);
  process.stdout.write(`${title}\n${rows.join('')}`);
}

if (process.argv.includes('--count')) {
  count('By habit', ({ habit }) => habit.name);
  count('By folder', ({ file }) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root'));
  process.stdout.write(`${findings.length} in all\n`);
} else {
  for (const { file, line, words, habit } of findings) {
    process.stderr.write(`${file}:${line}: "${words}": write ${habit.write}\n`);
  }
}
process.exitCode = findings.length > 0 ? 1 : 0;
