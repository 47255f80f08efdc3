import { parseSync, Visitor } from 'oxc-parser';
import { lineCounter, proseFiles } from './texts.mjs';

/**
 * A text on a screen, in an email, in an answer or in the operator's log.
 * @typedef {{ line: number, text: string }} ScreenText
 */

const PRODUCT = /^(client\/src|shared\/src|server\/src)\/.*\.(ts|tsx)$/u;
const EXCLUDED_FILES = /\.test\.tsx?$|\/testing\/|\.generated\.ts$|^server\/src\/seed\//u;
/** Matches SQL statements. */
const STATEMENT = /\b(?:SELECT|UPDATE|INSERT|DELETE FROM|COPY|ALTER TABLE) /u;
/** Attributes and properties that are shown whatever they hold; others are shown if they hold a phrase. */
const SHOWN_PROPERTIES = new Set([
  'aria-label',
  'alt',
  'label',
  'placeholder',
  'title',
  'heading',
  'message',
  'hint',
  'text',
  'tooltip',
]);
const HIDDEN_PROPERTIES = new Set([
  'className',
  'class',
  'style',
  'd',
  'key',
  'href',
  'to',
  'id',
  'summary',
  'description',
  'pattern',
]);
/** Matches a phrase: more than one word, beginning like a sentence or a label, not like a statement or a call. */
const PHRASE = /^(?!\p{Lu}[\p{Lu}_]+ )[“"(]?[\p{Lu}\d…+][^\s]*\s.*\p{L}/su;

export const screenFiles = () => proseFiles().filter((file) => PRODUCT.test(file) && !EXCLUDED_FILES.test(file));

/**
 * The texts of a source file that are shown, in the order of the source: text between tags, labels, and phrases anywhere else. `…` stands
 * for a computed part.
 * @param {string} file @param {string} source @returns {ScreenText[]}
 */
export function screenTextsOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineAt = lineCounter(source);
  /** @type {Map<number, string>} */
  const found = new Map();
  const add = (start, text) => {
    const words = text.replaceAll(/\s+/gu, ' ').trim();
    if (/\p{L}/u.test(words) && !STATEMENT.test(words)) found.set(start, words);
  };
  const drop = (node) => {
    for (const start of found.keys()) if (start >= node.start && start < node.end) found.delete(start);
  };
  const addLiterals = (node) => {
    for (const literal of literalsIn(node)) add(literal.start, textOf(literal));
  };
  const visitor = new Visitor({
    JSXText: ({ start, value }) => add(start, value),
    Literal(node) {
      if (typeof node.value === 'string' && PHRASE.test(node.value.trim())) add(node.start, node.value);
    },
    TemplateLiteral(node) {
      if (PHRASE.test(textOf(node).trim())) add(node.start, textOf(node));
    },
    'JSXAttribute:exit'(node) {
      const name = String(node.name.name);
      if (HIDDEN_PROPERTIES.has(name)) drop(node);
      else if (SHOWN_PROPERTIES.has(name) && node.value) addLiterals(node.value);
    },
    'JSXElement:exit'({ children }) {
      for (const child of children) if (child.type === 'JSXExpressionContainer') addLiterals(child.expression);
    },
    'Property:exit'(node) {
      const name = node.key.type === 'Identifier' ? node.key.name : node.key.value;
      if (HIDDEN_PROPERTIES.has(name)) drop(node);
      else if (SHOWN_PROPERTIES.has(name)) addLiterals(node.value);
    },
    'TaggedTemplateExpression:exit': drop,
    'ImportDeclaration:exit': drop,
    'TSLiteralType:exit': drop,
    'ThrowStatement:exit': drop,
  });
  visitor.visit(program);
  return [...found].sort(([a], [b]) => a - b).map(([start, text]) => ({ line: lineAt(start), text }));
}

/** Returns the literals that an expression may result in: both branches of a condition, and the operands of `&&`, `||` and `??`. */
function literalsIn(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node] : [];
  if (node.type === 'TemplateLiteral') return [node];
  if (node.type === 'JSXExpressionContainer') return literalsIn(node.expression);
  if (node.type === 'ConditionalExpression') return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
  if (node.type === 'LogicalExpression') return [...literalsIn(node.left), ...literalsIn(node.right)];
  return [];
}

const textOf = (node) =>
  node.type === 'Literal' ? node.value : node.quasis.map(({ value }) => value.cooked ?? '').join('…');
