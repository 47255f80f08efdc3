import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { isTest } from './graph.mjs';

const EVENTS = /^on(?:BeforeInput|Composition\w+|Select)(?:Capture)?$/u;
/** Properties that may hold an address, but no function, by the elements that have them. */
const FUNCTIONS = new Map([
  ['action', ['form']],
  ['formAction', ['button', 'input']],
]);
/** Tags of the page itself, and custom elements. */
const TAG = /^(?:body|head|html|[a-z]\w*-.+)$/u;
const ANY = /onBeforeInput|onComposition|onSelect|[aA]ction=\{|<Fragment [^>]*ref=|<(?:body|head|html|[a-z]\w*-)/u;

const isChecked = (file) => /^client\/src\/.*\.tsx$/u.test(file) && !isTest(file);

/** The parts of an element that would do nothing, as written. */
function leftOut({ name: { name: tag = '' }, attributes }) {
  const names = attributes.flatMap(({ name, value }) => {
    if (name === undefined) return [];
    const isFunction = FUNCTIONS.get(name.name)?.includes(tag) && value?.type === 'JSXExpressionContainer';
    const isReference = tag === 'Fragment' && name.name === 'ref';
    return EVENTS.test(name.name) || isFunction || isReference ? [name.name] : [];
  });
  return TAG.test(tag) ? [`<${tag}>`, ...names] : names;
}

/**
 * Finds elements and properties that do nothing in the built client, since client/build/light-react.ts leaves out their code. Biome
 * refuses the functions of these features (`noRestrictedImports`).
 * @param {string[]} files @param {(file: string) => string} [read] @returns {string[]}
 */
export const leftOutElements = (files, read = (file) => readFileSync(file, 'utf8')) =>
  files.filter(isChecked).flatMap((file) => {
    const text = read(file);
    if (!ANY.test(text)) return [];
    const faults = [];
    new Visitor({
      JSXOpeningElement(node) {
        const line = text.slice(0, node.start).split('\n').length;
        for (const name of leftOut(node))
          faults.push(`${file}:${line} uses ${name}, whose code client/build/light-react.ts leaves out of the client`);
      },
    }).visit(parseSync(file, text).program);
    return faults;
  });
