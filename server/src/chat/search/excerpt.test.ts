import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.js';

const long = (word: string, times: number) => Array.from({ length: times }, () => word).join(' ');

it('shows the text on one line, without formatting', () => {
  expect(excerptOf('The **plan** is `ready`\n- and _short_', ['plan'])).toBe('The plan is ready • and short');
  expect(excerptOf('Done:\n```sh\nnpm run build\n```', ['build'])).toBe('Done: npm run build');
  expect(excerptOf('see [the plan](https://example.com/wiki)', [])).toBe('see the plan');
});

it('shows formatting if the words found are part of it', () =>
  expect(excerptOf('see [the plan](https://example.com/wiki)', ['wiki'])).toBe(
    'see [the plan](https://example.com/wiki)',
  ));

it('shows the part around the first word found', () => {
  const text = `${long('before', 100)} the **wanted word** and ${long('after', 100)}`;
  const found = excerptOf(text, ['wanted']);
  expect(found).toMatch(/^…before .*before the wanted word and after .*after…$/u);
  expect(found.length).toBeLessThan(210);
  expect(excerptOf(`${long('x', 200)} wanted`, ['wanted'])).toMatch(/ wanted$/u);
  expect(excerptOf(`wanted ${long('x', 200)}`, ['wanted'])).toMatch(/^wanted /u);
});

it('removes the formatting of a bold text that starts before the excerpt, and cuts no character in two', () => {
  const bold = `${long('a', 200)} **${long('bold', 30)} wanted** end`;
  expect(excerptOf(bold, ['wanted'])).not.toContain('*');
  const faces = excerptOf(`${'😀'.repeat(300)} wanted ${'😀'.repeat(300)}`, ['wanted']);
  expect(faces.isWellFormed()).toBe(true);
});
