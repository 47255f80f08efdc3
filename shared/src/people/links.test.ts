import { describe, expect, it } from 'vitest';
import { isGithubLink } from './links.js';

describe('isGithubLink', () => {
  it.each(['github.com/asha', 'https://github.com/asha', 'http://www.github.com/x'])('%s may be shown', (link) =>
    expect(isGithubLink(link)).toBe(true),
  );
  it.each([
    'javascript:alert(1)//http',
    'JaVa\tScript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://github.com@evil.example',
    'http-evil',
    'https://github.com.evil.example/x',
    'https://user:pass@github.com/',
    'https://github.com\\@evil.example',
    'https:\\\\github.com/asha',
  ])('%j may not', (link) => expect(isGithubLink(link)).toBe(false));
});
