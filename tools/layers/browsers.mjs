import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Calls that Safari 17.0, Firefox 128 or Chrome 120 does not have, although the compiler's types of the DOM do. The `lib` of the client's
 * tsconfig keeps out newer JavaScript.
 */
const STATIC = new Set([
  'AbortSignal.any',
  'Document.parseHTMLUnsafe',
  'ReadableStream.from',
  'URL.parse',
  'scheduler.postTask',
  'scheduler.yield',
]);
const NEW_NAMES = new Set([
  'CloseWatcher',
  'EyeDropper',
  'Highlight',
  'IdleDetector',
  'cancelIdleCallback',
  'caretPositionFromPoint',
  'checkVisibility',
  'moveBefore',
  'requestIdleCallback',
  'setHTMLUnsafe',
  'showOpenFilePicker',
  'showSaveFilePicker',
  'startViewTransition',
]);
const ANY = new RegExp([...STATIC, ...NEW_NAMES].map((name) => name.split('.').at(-1)).join('|'), 'u');

const isChecked = (file) => /^(?:client\/(?:src|worker)|shared\/src)\//u.test(file) && !/\.test\.\w+$/u.test(file);

/** The name that a call has in the lists, if it is there. */
function newName({ type, name, object, property }) {
  if (type === 'Identifier') return NEW_NAMES.has(name) ? name : undefined;
  if (type !== 'MemberExpression' || property.type !== 'Identifier') return undefined;
  const qualified = `${object.type === 'MemberExpression' ? object.property.name : object.name}.${property.name}`;
  if (STATIC.has(qualified)) return qualified;
  return NEW_NAMES.has(property.name) ? property.name : undefined;
}

/**
 * Finds calls that some members' browsers don't have. Those written with `?.()` are accepted: they do without.
 * @param {string[]} files @param {(file: string) => string} [read] @returns {string[]}
 */
export const tooNewCalls = (files, read = (file) => readFileSync(file, 'utf8')) =>
  files.filter(isChecked).flatMap((file) => {
    const text = read(file);
    if (!ANY.test(text)) return [];
    const faults = [];
    const check = ({ callee, optional, start }) => {
      const name = newName(callee);
      if (name === undefined || optional) return;
      const line = text.slice(0, start).split('\n').length;
      faults.push(
        `${file}:${line} calls ${name}, which Safari 17.0, Firefox 128 or Chrome 120 does not have: do without it`,
      );
    };
    new Visitor({ CallExpression: check, NewExpression: check }).visit(parseSync(file, text).program);
    return faults;
  });
