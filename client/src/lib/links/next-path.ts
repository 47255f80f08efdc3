import { useLocation } from 'react-router-dom';

const DASHBOARD = '/dashboard';
/** The longest page of our own is a chat with a name in it. */
const MAX_CHARS = 2_000;
/** Stands in for our own address: only what stays on it is ours. */
const ORIGIN = 'https://own.invalid';

const isAccountPage = (pathname: string): boolean =>
  /^\/(login|signup|forgot-password|reset-password|verify-email|oauth-success)\/?$/iu.test(pathname);

/** The path that a text names if it is a page of this application which a sign-in may lead to, else the dashboard. */
export function ownPath(text: string | null): string {
  if (text === null || text.length > MAX_CHARS || !text.startsWith('/') || !URL.canParse(text, ORIGIN))
    return DASHBOARD;
  const { origin, pathname, search, hash } = new URL(text, ORIGIN);
  // The parser has removed tabs, dots and backslashes: what still begins with two slashes would name a host.
  const isOwn = origin === ORIGIN && !pathname.startsWith('//') && pathname !== '/' && !isAccountPage(pathname);
  return isOwn ? pathname + search + hash : DASHBOARD;
}

/** Where the sign-in of an account page leads: its `next`, else the dashboard. */
export const nextPath = (search: string): string => ownPath(new URLSearchParams(search).get('next'));

/** The address of an account page from which a sign-in leads to `path`. */
export function withNext(page: string, path: string): string {
  const next = ownPath(path);
  if (next === DASHBOARD) return page;
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ next })}`;
}

/** Makes addresses of account pages that lead back here; on an account page, on to where one was going. */
export function useAccountLink(): (page: string) => string {
  const { pathname, search, hash } = useLocation();
  const path = isAccountPage(pathname) ? nextPath(search) : pathname + search + hash;
  return (page) => withNext(page, path);
}

/** What a visitor was about to do with a project when they were asked to sign in. */
export type Intent = 'join' | 'interest';

/** The address of a project at which a member finds `intent` one press away. */
export const intentLink = (projectId: number, intent: Intent): string => `/projects/${projectId}?intent=${intent}`;
