import { expect, it } from 'vitest';
import { documentParts } from './document';

it('splits a document at headings and blank lines, but not code', () => {
  const text =
    '# Terms\nFirst line\nsecond line\n\n## Your *account* ##\n- a\n- b\n\n```\n# no heading\n\nmore\n```\n#tag';
  expect(documentParts(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Terms' },
    { kind: 'text', text: 'First line\nsecond line' },
    { kind: 'heading', level: 2, text: 'Your *account*' },
    { kind: 'text', text: '- a\n- b' },
    { kind: 'text', text: '```\n# no heading\n\nmore\n```\n#tag' },
  ]);
});

it.each(['', '\n\n', '#', '##  '])('%j has no heading', (text) =>
  expect(documentParts(text).filter(({ kind }) => kind === 'heading')).toEqual([]),
);
