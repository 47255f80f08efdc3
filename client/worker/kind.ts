/** What a request asks for, as far as the worker answers it. */
export type Kind = 'page' | 'hashed' | 'file';

/**
 * The addresses of the application's pages (R1.1). Three are left out: they carry a one-time code or token, and need the server.
 * An address that is not here is the server's: `/metrics`, the API's page, a download.
 */
const page =
  /^\/(?:login|signup|forgot-password|dashboard|work|welcome|profile|settings|projects(?:\/[^/]+)?|messages(?:\/[^/]+)?|moderation(?:\/[^/]+)?)?$/u;

/** What the page itself names without a hash. */
const files: readonly string[] = ['/boot.js', '/favicon.svg'];

/**
 * What the worker answers; null for all that it leaves alone: every call of the API, sockets, other hosts. A call that shares its
 * path with a page (`GET /projects/{id}`) is told from it by what asks: only a navigation is a page.
 */
export function kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Kind | null {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin) return null;
  if (mode === 'navigate') return page.test(pathname) ? 'page' : null;
  if (pathname.startsWith('/assets/')) return 'hashed';
  return files.includes(pathname) ? 'file' : null;
}
