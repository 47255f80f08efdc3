import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const [light = '', dark = ''] = readFileSync(
  new URL('../../../client/src/styles/tokens.css', import.meta.url),
  'utf8',
).split('color-scheme: dark');
const colour = (theme: string, name: string): string =>
  new RegExp(`--c-${name}: (#[\\da-f]{6});`, 'u').exec(theme)?.[1] ?? '';

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string): number =>
  [0.2126, 0.7152, 0.0722].reduce(
    (sum, weight, at) => sum + weight * linear(Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16) / 255),
    0,
  );
const contrast = (one: string, other: string): number => {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
};

const themes = [
  ['light', light],
  ['dark', dark],
] as const;
const grounds = ['ink', 'surface', 'raised', 'hover'];
/** The colours that stand on these backgrounds, with the least contrast that WCAG allows: of text, or of what identifies a control. */
const pairs: [colours: string[], behind: string[], least: number][] = [
  [['fg', 'muted', 'faint', 'accent-text', 'online-text', 'danger-text'], grounds, 4.5],
  [['fg', 'muted', 'accent-text', 'danger-text'], ['bubble-own', 'bubble-other'], 4.5],
  [['on-accent'], ['accent', 'accent-hover'], 4.5],
  [['on-danger'], ['danger', 'danger-hover'], 4.5],
  [['control', 'mark', 'focus', 'online', 'offline'], grounds, 3],
  [['hours'], ['surface', 'raised'], 3],
  [['hours-most'], ['hours'], 2],
];

it.each(themes)('text, marks and the edges of controls stand out from their background in the %s theme', (_, theme) => {
  const faint = pairs.flatMap(([colours, behind, least]) =>
    colours.flatMap((one) =>
      behind
        .map((ground) => [one, ground, contrast(colour(theme, one), colour(theme, ground))] as const)
        .filter(([, , measured]) => !(measured >= least)),
    ),
  );
  expect(faint).toEqual([]);
});
