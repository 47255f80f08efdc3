import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../client/${path}`, import.meta.url)), 'utf8');
const [light, dark] = [...read('src/styles/tokens.css').matchAll(/--c-ink: (#\w+);/gu)].map(([, color]) => color);

describe('the colour around the page', () => {
  it('is the dark theme’s background until the theme is known', () => {
    expect(/name="theme-color" content="(#\w+)"/u.exec(read('index.html'))?.[1]).toBe(dark);
    const { theme_color, background_color } = JSON.parse(read('public/manifest.webmanifest'));
    expect([theme_color, background_color]).toEqual([dark, dark]);
  });

  it('is the current theme’s background', () => {
    const [, ...colours] = /isLight \? '(#\w+)' : '(#\w+)'/u.exec(read('public/boot.js')) ?? [];
    expect(colours).toEqual([light, dark]);
  });
});
