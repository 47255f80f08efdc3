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
