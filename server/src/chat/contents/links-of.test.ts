import { expect, it } from 'vitest';
import { linksOf } from './links-of.js';

it.each([
  ['See https://example.org/a, then http://example.org/b.', ['https://example.org/a', 'http://example.org/b']],
  ['(https://example.org/a) and https://example.org/(b)', ['https://example.org/a', 'https://example.org/(b)']],
  ['**https://example.org/a** and _https://example.org/b_', ['https://example.org/a', 'https://example.org/b']],
  [
    '> quoted https://example.org/a\n\n- listed https://example.org/b',
    ['https://example.org/a', 'https://example.org/b'],
  ],
  ['[named](https://example.org/a) https://example.org/a', ['https://example.org/a']],
  ['HTTPS://EXAMPLE.ORG/A', ['HTTPS://EXAMPLE.ORG/A']],
  ['`https://example.org/a`\n```\nhttps://example.org/b\n```', []],
  ['https:// and https://me@example.org and https://a:b@example.org', []],
  ['example.org and ftp://example.org', []],
])('finds the addresses in %j', (content, links) => {
  expect(linksOf(content)).toEqual(links);
});

it('reads the end of a long address once', () => {
  expect(linksOf(`https://example.org/a${')'.repeat(20_000)}`)).toEqual(['https://example.org/a']);
});
