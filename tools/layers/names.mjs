import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { isTest } from './graph.mjs';

/** Files whose names and titles are the product's own words. */
const OWN_WORDS = [
  'client/src/app/achievements/AchievementList.tsx',
  'client/src/app/analytics/BarChart.tsx',
  'client/src/app/landing/Vignette.tsx',
  'client/src/app/settings/SettingsPage.tsx',
  'client/src/app/site/SitePage.tsx',
  'client/src/people/screens/account/SignInsCard.tsx',
  'client/src/ui/overlay/BellPopover.tsx',
  // The name of a page, in which members' names are already isolated.
  'client/src/ui/page/tab-title.ts',
];
const isChecked = (file) =>
  /^client\/src\/.*\.tsx?$/u.test(file) &&
  !file.startsWith('client/src/testing/') &&
  !isTest(file) &&
  !OWN_WORDS.includes(file);

/** Matches variables and fields that hold names given by members: `name`, `creatorName`, `project_title`. */
const NAME = /^(?:actor|headline|looks_for|(?:.*_)?(?:name|title))$|[a-z](?:Name|Title)$/u;
/** Whether a template is a sentence: it has spaces, quotation marks or brackets. A mention isn't one. */
const isSentence = ([{ value }, ...others]) =>
  value.cooked !== '@' && [value, ...others.map((quasi) => quasi.value)].some(({ cooked }) => /[\s“”(]/u.test(cooked));
/** Elements that continue the line around them. */
const INLINE = new Set(['a', 'b', 'em', 'Link', 'span', 'strong']);

/** Finds the parts of an expression that are shown unchanged and hold a name. */
function plainNames(node) {
  switch (node?.type) {
    case 'Identifier':
      return NAME.test(node.name) ? [node] : [];
    case 'MemberExpression':
      return plainNames(node.property).map(() => node);
    case 'ChainExpression':
      return plainNames(node.expression).map(() => node);
    case 'LogicalExpression':
      return node.operator === '&&' ? plainNames(node.right) : [node.left, node.right].flatMap(plainNames);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(plainNames);
    case 'CallExpression':
      return node.callee.name === 'shortName' ? plainNames(node.arguments[0]).map(() => node) : [];
    default:
      return [];
  }
}

const isWords = (child) =>
  (child.type === 'JSXText' && /\S/u.test(child.value)) ||
  (child.type === 'JSXExpressionContainer' &&
    (child.expression.type === 'TemplateLiteral' || /\S/u.test(String(child.expression.value ?? ''))));

/** The names that an element puts among words. */
function namesAmongWords({ children }, isInSentence = false) {
  if (!isInSentence && !children.some(isWords)) return [];
  return children.flatMap((child) => {
    if (child.type === 'JSXExpressionContainer') return plainNames(child.expression);
    return child.type === 'JSXElement' && INLINE.has(child.openingElement.name.name)
      ? namesAmongWords(child, true)
      : [];
  });
}

/**
 * Finds sentences that show a member's name or a project's title without `isolate()` or `<bdi>`: written from right to left, it
 * would reorder the words, digits and quotation marks around it.
 * @param {string[]} files @param {(file: string) => string} [read] @returns {string[]}
 */
export const namesInSentences = (files, read = (file) => readFileSync(file, 'utf8')) =>
  files.filter(isChecked).flatMap((file) => {
    const text = read(file);
    const found = new Set();
    const note = (nodes) => {
      for (const node of nodes) found.add(node);
    };
    const checkElement = (node) => node.openingElement?.name.name !== 'bdi' && note(namesAmongWords(node));
    new Visitor({
      TemplateLiteral({ quasis, expressions }) {
        if (isSentence(quasis)) note(expressions.flatMap(plainNames));
        // Quotation marks hold a member's words, however their variable is called.
        note(expressions.filter(({ type }, at) => type === 'Identifier' && quasis[at].value.cooked.endsWith('“')));
      },
      // `people.map(({ name }) => name).join(', ')`
      CallExpression({ callee, arguments: [separator] }) {
        if (callee.property?.name !== 'join' || !/\s/u.test(separator?.value ?? '')) return;
        const mapped = callee.object.type === 'ChainExpression' ? callee.object.expression : callee.object;
        if (mapped.callee?.property?.name === 'map') note(plainNames(mapped.arguments[0]?.body));
      },
      JSXElement: checkElement,
      JSXFragment: checkElement,
    }).visit(parseSync(file, text).program);
    return [...found].map(
      ({ start, end }) =>
        `${file}:${text.slice(0, start).split('\n').length} isolate(${text.slice(start, end)}): it may be written from right to left`,
    );
  });
