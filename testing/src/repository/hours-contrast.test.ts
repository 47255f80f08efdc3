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

it.each([
  ['light', light],
  ['dark', dark],
])('the weakest shade of free hours stands out from its background in the %s theme', (_, theme) => {
  const [weakest, strongest] = [colour(theme, 'hours'), colour(theme, 'hours-most')];
  for (const behind of ['surface', 'raised'])
    expect(contrast(weakest, colour(theme, behind))).toBeGreaterThanOrEqual(3);
  expect(contrast(weakest, strongest)).toBeGreaterThanOrEqual(2);
});
