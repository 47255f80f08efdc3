import { describe, expect, it } from 'vitest';
import { nextPath, ownPath, withNext } from './next-path';

describe('the page after a sign-in', () => {
  it.each([
    '/messages',
    '/messages?user=7&name=Asha%20Verma',
    '/projects/7?intent=join',
    '/projects/new',
    '/projects?search=%2F%2Fevil.example#top',
  ])('is %s', (path) => {
    expect(ownPath(path)).toBe(path);
    expect(nextPath(new URL(withNext('/login', path), 'http://test').search)).toBe(path);
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['another host', '//evil.example'],
    ['another host, by a backslash', '/\\evil.example'],
    ['another host, by two backslashes', '\\\\evil.example'],
    ['another host, by a tab', '/\t/evil.example'],
    ['another host, by a line break', '/\n/evil.example'],
    ['another host, by a dot', '/.//evil.example'],
    ['another host, by an encoded dot', '/%2e//evil.example'],
    ['another host, by a way back', '/messages/..//evil.example'],
    ['another host, encoded once more', '%2F%2Fevil.example'],
    ['another scheme', 'https://evil.example/messages'],
    ['another scheme without slashes', 'https:evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a leading space', ' //evil.example'],
    ['a relative path', 'messages'],
    ['an unreadable address', '//['],
    ['the sign-in itself', '/login?next=/login'],
    ['the sign-in in capitals', '/LOGIN/'],
    ['sign-up', '/signup'],
    ['a code that is used up', '/oauth-success?token=x'],
    ['the landing page', '/'],
    ['a very long path', `/messages?name=${'a'.repeat(5_000)}`],
  ])('is the dashboard for %s', (_, text) => {
    expect(ownPath(text)).toBe('/dashboard');
    expect(withNext('/login', text ?? '')).toBe('/login');
  });

  it('keeps a host that stays encoded within our own address', () => {
    const path = ownPath('/%2F%2Fevil.example');
    expect(new URL(path, 'https://sangam.example').host).toBe('sangam.example');
  });

  it('is added to the query of an account page', () => {
    expect(withNext('/login?error=oauth_failed', '/messages')).toBe('/login?error=oauth_failed&next=%2Fmessages');
  });
});
