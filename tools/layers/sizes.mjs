import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';

const FILES_MAX = 20;
const LINES_MAX = 400;

const isExempt = (file) => /\.(test|generated)\.\w+$|\.d\.ts$|\/(system-tests|e2e|verify)\//u.test(file);

/** @param {string[]} files @returns {string[]} folders with too many files directly in them, and files that are too long */
export function tooLarge(files, read = (file) => readFileSync(file, 'utf8')) {
  const countedFiles = files.filter((file) => !isExempt(file));
  const folders = new Map();
  for (const file of countedFiles) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
  const full = [...folders].filter(([, count]) => count > FILES_MAX);
  const longFiles = countedFiles
    .map((file) => [file, read(file).split('\n').length - 1])
    .filter(([, lines]) => lines > LINES_MAX);
  return [
    ...full.map(([folder, count]) => `${folder} has ${count} files: a folder has at most ${FILES_MAX}`),
    ...longFiles.map(([file, lines]) => `${file} has ${lines} lines: a file has at most ${LINES_MAX}`),
  ];
}
