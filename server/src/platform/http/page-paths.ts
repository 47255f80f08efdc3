import { sitePageNames } from '@sangam/shared/app/site';
import { escapeHtml } from '../lib/escape-html.js';

/**
 * The paths of the application's pages (R1.1), as its router has them. Paths that name a project are left out: for programs they are calls.
 */
const page =
  /^\/(?:login|signup|forgot-password|reset-password|verify-email|oauth-success|suspended|dashboard|work|welcome|profile|settings(?:\/[^/]+)?|analytics|collaborators|people\/[^/]+|privacy|terms|support|about|projects(?:\/new)?|messages(?:\/(?:c\/)?[^/]+)?|moderation(?:\/[^/]+)?)?\/?$/u;

/** A URL's path. */
export const pathOf = (url: string): string => url.split(/[?#]/u, 1)[0] ?? '';

/**
 * Whether every client gets the page at this URL, whatever it prefers: programs that read pages often accept anything, without preferring
 * HTML.
 */
export const isPagePath = (url: string): boolean => page.test(pathOf(url));

/** Pages of members, and calls: nothing in them is for search engines. */
const NOT_INDEXED = [
  ...['/api/', '/socket.io/', '/files/', '/dashboard', '/work', '/welcome', '/profile', '/settings', '/messages'],
  ...[
    '/analytics',
    '/people',
    '/collaborators',
    '/moderation',
    '/reset-password',
    '/verify-email',
    '/oauth-success',
    '/suspended',
  ],
];

export const robotsTxt = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...NOT_INDEXED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

const INDEXED = ['/', '/projects', '/login', '/signup', ...sitePageNames.map((name) => `/${name}`)];

export const sitemapXml = (publicUrl: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
  INDEXED.map((path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>\n`).join('') +
  '</urlset>\n';
