import { describe, expect, it, vi } from 'vitest';
import { linkify } from './linkify';

const links = (text: string) => linkify(text).filter((part) => part.kind === 'link');

describe('linkify', () => {
  it('finds http and https links and leaves the text unchanged', () => {
    const text = 'see https://example.org/a?b=c#d, and http://localhost:3000.';
    const parts = linkify(text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(links(text).map((part) => part.text)).toEqual(['https://example.org/a?b=c#d', 'http://localhost:3000']);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://x%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'mailto:a@example.org',
    'ftp://example.org/file',
    '//example.org/x',
    'file:///etc/passwd',
    'https://github.com@evil.example/x',
  ])('does not link %s', (text) => {
    for (const part of links(text)) expect(part.href).toMatch(/^https?:\/\/[^@]*$/u);
    expect(links(text).map((part) => part.text)).not.toContain(text);
  });

  it.each([
    ['访问https://example.org/路径，谢谢', ['https://example.org/路径']],
    ['見てhttps://example.org。', ['https://example.org']],
    ['（https://example.org/a）和https://例え.jp/x', ['https://example.org/a', 'https://例え.jp/x']],
    ['https://example.org谢谢', ['https://example.org']],
    ['(see https://en.wikipedia.org/wiki/A_(b)).', ['https://en.wikipedia.org/wiki/A_(b)']],
    ['https://example.org/a?b=1&c=[2]!', ['https://example.org/a?b=1&c=[2]']],
    ['“https://example.org/x”, https://пример.рф/я.', ['https://example.org/x', 'https://пример.рф/я']],
    ['https://example.org:8080/a#b,c.', ['https://example.org:8080/a#b,c']],
    ['HTTPS://Example.org, <https://a.org>', ['HTTPS://Example.org', 'https://a.org']],
    ['www.example.com and example.org/x, not a.b or index.ts or me@example.org', ['www.example.com', 'example.org/x']],
    ['xhttps://example.org', []],
    ['https://', []],
    ['1.5 e.g. and 10.30', []],
  ])('finds the addresses in %j', (text, found) => expect(links(text).map((part) => part.text)).toEqual(found));

  it('is fast on texts written to slow it down', () => {
    const signs = ['https://a.', 'a.', '(', 'https://', '/projects/1', 'a-', '.com', 'https://a.b/(', '@a.b'];
    const texts = signs.map((sign) => sign.repeat(Math.ceil(4_000 / sign.length)));
    const closed = `https://a.b/c${')'.repeat(20_000)}`;
    expect(links(closed).map((part) => part.text)).toEqual(['https://a.b/c']);
    // Other processes only add to a try, and a millisecond is rarely interrupted.
    const triesMs = Array.from({ length: 10 }, () => {
      const begun = performance.now();
      for (const text of [...texts, closed]) linkify(text);
      return performance.now() - begun;
    });
    expect(Math.min(...triesMs)).toBeLessThan(100);
  });

  it('finds a project of ours by its path alone, unless it is part of another address', () => {
    vi.stubGlobal('location', { origin: 'https://sangam.example' });
    expect(links('see /projects/12, or (/projects/3)')).toEqual([
      { kind: 'link', text: '/projects/12', href: 'https://sangam.example/projects/12' },
      { kind: 'link', text: '/projects/3', href: 'https://sangam.example/projects/3' },
    ]);
    expect(links('a/projects/12 /projects/ /projects/new /projects/1a /projects/0')).toEqual([]);
    expect(links('ask /messages/7.')).toEqual([
      { kind: 'link', text: '/messages/7', href: 'https://sangam.example/messages/7' },
    ]);
    expect(links('/messages/7?m=3&with=9 /messages/requests /messages/')).toEqual([]);
    expect(links('https://example.org/projects/12').map(({ text }) => text)).toEqual([
      'https://example.org/projects/12',
    ]);
    vi.unstubAllGlobals();
  });
});
