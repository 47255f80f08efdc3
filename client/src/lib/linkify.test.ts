import { describe, expect, it } from 'vitest';
import { linkify } from './linkify';

const links = (text: string) => linkify(text).filter((part) => part.kind === 'link');

describe('linkify', () => {
  it('finds http and https links and leaves the text as it was', () => {
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
});
