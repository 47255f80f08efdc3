import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kindOf } from './answers';

const ORIGIN = 'https://example.org';
const navigation = (path: string, method = 'GET') =>
  kindOf({ method, mode: 'navigate', url: `${ORIGIN}${path}` }, ORIGIN);
const call = (path: string, method = 'GET') => kindOf({ method, mode: 'cors', url: `${ORIGIN}${path}` }, ORIGIN);

/** The application’s routes, read from the router. */
const routes = [
  ...readFileSync(fileURLToPath(new URL('../src/app/router.tsx', import.meta.url)), 'utf8').matchAll(
    /path="([^"*]+)"/gu,
  ),
].map(([, path = '']) => path.replace(/:\w+\??/u, '7'));
const secret = ['/oauth-success', '/reset-password', '/verify-email'];

describe('the worker answers', () => {
  it('each page of the application, except those with a one-time code', () => {
    expect(routes.length).toBeGreaterThan(10);
    for (const path of routes) expect(navigation(path), path).toBe(secret.includes(path) ? null : 'page');
    expect(navigation('/messages')).toBe('page');
    expect(navigation('/projects?search=a#b')).toBe('page');
  });

  it('the files of the application', () => {
    expect(call('/assets/index-DAx9gQsg.js')).toBe('hashed');
    for (const path of ['/boot.js', '/favicon.svg']) expect(call(path), path).toBe('file');
  });
});

describe('the worker leaves alone', () => {
  it.each([
    '/api/auth/me',
    '/api/auth/google',
    '/api/auth/google/callback?code=x',
    '/api/docs',
    '/socket.io/?EIO=4&transport=polling',
    '/healthz',
    '/readyz',
    '/metrics',
    '/sw.js',
    '/manifest.webmanifest',
    '/docs',
    '/projects/7/none',
    '/oauth-success?code=x',
    '/reset-password?token=x',
    '/verify-email?token=x',
  ])('%s, as a page and as a call', (path) => {
    expect(navigation(path)).toBeNull();
    expect(call(path)).toBeNull();
  });

  it('a call that shares its path with a page', () => {
    expect(call('/projects/7')).toBeNull();
    expect(call('/projects/7/connect', 'POST')).toBeNull();
    expect(call('/', 'HEAD')).toBeNull();
    expect(navigation('/login', 'POST')).toBeNull();
  });

  it('other hosts', () => {
    expect(kindOf({ method: 'GET', mode: 'navigate', url: 'https://other.example/' }, ORIGIN)).toBeNull();
    expect(kindOf({ method: 'GET', mode: 'cors', url: 'https://other.example/assets/a.js' }, ORIGIN)).toBeNull();
  });
});
