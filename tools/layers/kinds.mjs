import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { isTest } from './graph.mjs';

/** The files that list how the kinds of a conversation differ, and those that find out the kind for them. */
const LISTED = [
  'client/src/chat/state/kinds.ts',
  'client/src/chat/sync/kinds.ts',
  'client/src/chat/state/known-conversations.ts',
  // Stores the kind with a thread, so that the conversation's kind is known after a reload.
  'client/src/chat/state/thread/cached-threads.ts',
  'server/src/chat/conversations/kinds.ts',
];
const KINDS = new Set(['direct', 'team']);
/** The client's functions that return whether the kind is a team. */
const QUESTIONS = new Set(['isTeam', 'useIsTeam']);
const KNOWN = /\/known-conversations(?:\.js)?$/u;

const isChecked = (file) => /^(client|server)\/src\//u.test(file) && !isTest(file) && !LISTED.includes(file);

const isNamed = (node) => node?.type === 'Literal' && KINDS.has(node.value);
/** Whether a node reads a kind: `kind`, `key.kind`, `conversation?.kind`, `key['kind']`. */
function isKind(node) {
  if (node?.type === 'ChainExpression') return isKind(node.expression);
  if (node?.type === 'Identifier') return node.name === 'kind';
  return node?.type === 'MemberExpression' && (node.property.name ?? node.property.value) === 'kind';
}

/**
 * Finds comparisons of a conversation's kind outside the files that list what differs by it, so that a new kind is one new row there.
 * @param {string[]} files @param {(file: string) => string} [read] @returns {string[]}
 */
export const comparedKinds = (files, read = (file) => readFileSync(file, 'utf8')) =>
  files.filter(isChecked).flatMap((file) => {
    const text = read(file);
    if (!/['"](?:direct|team)['"]|\b(?:useI|i)sTeam\b/u.test(text)) return [];
    const places = [];
    const note = (node, what) => places.push({ line: text.slice(0, node.start).split('\n').length, what });
    new Visitor({
      BinaryExpression(node) {
        const { operator, left, right } = node;
        if (!/^[!=]==?$/u.test(operator)) return;
        if ((isKind(left) && isNamed(right)) || (isKind(right) && isNamed(left))) note(node, 'compares');
      },
      SwitchStatement(node) {
        if (isKind(node.discriminant) && node.cases.some(({ test }) => isNamed(test))) note(node, 'switches by');
      },
      ImportDeclaration(node) {
        if (!KNOWN.test(node.source.value)) return;
        if (node.specifiers.some(({ imported }) => QUESTIONS.has(imported?.name))) note(node, 'asks for');
      },
    }).visit(parseSync(file, text).program);
    const tables = LISTED.filter(
      (listed) => listed.endsWith('/kinds.ts') && listed.split('/')[0] === file.split('/')[0],
    );
    return places.map(
      ({ line, what }) => `${file}:${line} ${what} a conversation's kind: add a row to ${tables.join(' or ')} instead`,
    );
  });
