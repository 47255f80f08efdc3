import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * A comment, the name of a test, a description in the API, a line of the log or a paragraph, line by line as the source has it.
 * @typedef {{ line: number, text: string }[]} Passage
 */

const CODE = /\.(ts|tsx|mjs|js)$/u;
const HASH = /\.(yml|cfg|example)$|(^|\/)(Dockerfile|\.gitignore|\.dockerignore)$|^\.ci\/run$/u;
const READERS = [
  [CODE, codePassages],
  [/\.css$/u, (_file, text) => delimited(text, /\/\*(.*?)\*\//gsu)],
  [/\.html$/u, (_file, text) => delimited(text, /<!--(.*?)-->/gsu)],
  [/\.md$/u, (_file, text) => markdownPassages(text)],
  [HASH, (_file, text) => hashPassages(text)],
];

/** Every file with prose in it. Migrations are left out: once committed, they never change. */
export function proseFiles() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
  return listed.filter((file) => readerOf(file) !== undefined && existsSync(file));
}

/** @param {string} file @param {string} text @returns {Passage[]} */
export const passagesOf = (file, text) => readerOf(file)?.(file, text) ?? [];

const readerOf = (file) => READERS.find(([pattern]) => pattern.test(file))?.[1];

/** @param {string} file @param {string} text */
function codePassages(file, text) {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const comments = parsed.comments.map(({ type, value, start }) => ({
    joins: type === 'Line' && /^[ \t]*$/mu.test(text.slice(text.lastIndexOf('\n', start) + 1, start)),
    passage: linesFrom(lineAt(start), value),
  }));
  const names = /\b(describe|it|test)\b/u.test(text) ? testNames(parsed.program) : [];
  const described = /^(?:shared|server)\/src\//u.test(file) ? descriptions(parsed.program) : [];
  return [...joined(comments), ...[...names, ...described].map(({ start, name }) => linesFrom(lineAt(start), name))];
}

/** The summaries of calls, the descriptions of their fields and of metrics, and the lines of the log, as far as they are literals. */
function descriptions(program) {
  const found = [];
  const add = (value) => {
    if (value.type === 'Literal' && typeof value.value === 'string')
      found.push({ start: value.start, name: value.value });
  };
  const visitor = new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && ['summary', 'description', 'help'].includes(key.name)) add(value);
    },
    CallExpression({ callee, arguments: values }) {
      if (callee.type === 'MemberExpression' && callee.object.name === 'log') for (const value of values) add(value);
    },
  });
  visitor.visit(program);
  return found;
}

/** Returns the literal parts of the titles of `describe`, `it` and `test`, with `…` for computed parts. */
function testNames(program) {
  const names = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (title === undefined || !isTest(callee)) return;
      if (title.type === 'Literal' && typeof title.value === 'string') {
        names.push({ start: title.start, name: title.value });
      } else if (title.type === 'TemplateLiteral') {
        names.push({ start: title.start, name: title.quasis.map(({ value }) => value.cooked ?? '').join('…') });
      }
    },
  });
  visitor.visit(program);
  return names;
}

/** Whether a callee is `describe`, `it` or `test`, or a form of these: `it.skip`, `it.each(rows)`, `it.skipIf(condition)`. */
function isTest(callee) {
  if (callee.type === 'Identifier') return ['describe', 'it', 'test'].includes(callee.name);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  return callee.type === 'TaggedTemplateExpression' && isTest(callee.tag);
}

/** @param {string} text @param {RegExp} pattern */
function delimited(text, pattern) {
  const lineAt = lineCounter(text);
  return [...text.matchAll(pattern)].map((match) => linesFrom(lineAt(match.index), match[1] ?? ''));
}

/** @param {string} text */
function hashPassages(text) {
  const comments = text.split('\n').flatMap((line, index) => {
    const match = /^(.*?)(?:^|\s)#+(?:\s+(.*))?$/u.exec(line);
    if (match === null || (index === 0 && line.startsWith('#!'))) return [];
    return [{ joins: match[1]?.trim() === '', passage: [{ line: index + 1, text: match[2] ?? '' }] }];
  });
  return joined(comments);
}

/** Joins comments on consecutive lines of their own into one passage. */
function joined(comments) {
  const passages = [];
  let open = false;
  for (const { joins, passage } of comments) {
    const before = passages.at(-1)?.at(-1);
    if (open && joins && before?.line === passage[0].line - 1) passages.at(-1).push(...passage);
    else passages.push(passage);
    open = joins;
  }
  return passages;
}

/** Headings, paragraphs, items and cells, each with the sign it begins with, without code blocks and the addresses of links. */
function markdownPassages(text) {
  const passages = [];
  let fence = false;
  let open = false;
  for (const [index, raw] of text
    .replaceAll(/<!--|-->/gu, '')
    .split('\n')
    .entries()) {
    if (/^\s*(```|~~~)/u.test(raw)) fence = !fence;
    const line = raw.replaceAll(/\]\([^)]*\)|\*\*/gu, (part) => (part === '**' ? '' : ']')).trim();
    if (fence || line === '' || /^(```|~~~)/u.test(line)) {
      open = false;
    } else if (line.startsWith('|')) {
      for (const cell of line.split('|')) passages.push([{ line: index + 1, text: `| ${cell.trim()}` }]);
      open = false;
    } else {
      if (!open || /^(#+|[-*+>]|\d+\.)\s/u.test(line)) passages.push([]);
      passages.at(-1).push({ line: index + 1, text: line });
      open = !line.startsWith('#');
    }
  }
  return passages;
}

/** @returns {Passage} */
function linesFrom(first, text) {
  return text.split('\n').map((line, index) => ({ line: first + index, text: line.replace(/^[\s*]+/u, '').trimEnd() }));
}

/** @param {string} text */
export function lineCounter(text) {
  const starts = [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
