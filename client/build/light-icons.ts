import { missing } from './without.ts';

/**
 * Saves 2 kB on a page with many icons. Makes icons as lucide-react does, without settings by context, class names, and checks of
 * properties, which none of ours uses. An icon without a label is hidden from screen readers.
 */
const MAKER = `import { createElement } from 'react';
export default (shapes) => (props) =>
  createElement(
    'svg',
    {
      width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor',
      strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
      'aria-hidden': props['aria-label'] ? undefined : true, ...props,
    },
    ...shapes.map(([name, attributes]) => createElement(name, attributes)),
  );`;

/** The shapes of an icon, in a module of lucide-react. */
const SHAPES = /^ {2}size: 24,\n {2}node: (\[.+\]|\[\n[\s\S]+?\n {2}\]),?$/mu;

/** The code of the module that makes icons, and of those of one icon, which keep its shapes only. */
export function lightIcon(code: string, id: string): string {
  if (id.endsWith('/createLucideIcon.mjs')) return MAKER;
  const shapes = SHAPES.exec(code)?.[1]?.replace(/,\s*key: "\w+"/gu, '');
  // Under a former name, it's another icon.
  if (shapes === undefined && /^export \{ default \} from /mu.test(code)) return code;
  if (shapes === undefined) throw missing(`shapes in ${id}`);
  return `import icon from '../createLucideIcon.mjs';\nexport default /* @__PURE__ */ icon(${shapes});`;
}
