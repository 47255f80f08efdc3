import { useLocation } from 'react-router-dom';

const DASHBOARD = '/dashboard';
/** The longest page of our own is a chat with a name in it. */
const MAX_CHARS = 2_000;
/** Stands in for our own origin: only paths on it are ours. */
const ORIGIN = 'https://own.invalid';

const isAccountPage = (pathname: string): boolean =>
  /^\/(login|signup|forgot-password|reset-password|verify-email|oauth-success|suspended)\/?$/iu.test(pathname);

/**
 * Whether this page belongs to an emailed link. Such pages open whether signed in or not, since they are about an account, not about this
 * browser's session.
 */
export function isEmailedPage(pathname: string, search: string): boolean {
  const query = new URLSearchParams(search);
  if (/^\/verify-email\/?$/iu.test(pathname)) return true;
  if (/^\/reset-password\/?$/iu.test(pathname)) return (query.get('token') ?? '') !== '';
  return /^\/forgot-password\/?$/iu.test(pathname) && query.has('mailed');
}

/** Returns the path if a sign-in may lead to it in this application, otherwise the dashboard. */
export function ownPath(text: string | null): string {
  if (text === null || text.length > MAX_CHARS || !text.startsWith('/') || !URL.canParse(text, ORIGIN))
    return DASHBOARD;
  const { origin, pathname, search, hash } = new URL(text, ORIGIN);
  // The parser has removed tabs, dots and backslashes. A path that still begins with two slashes would name a host.
  const isOwn = origin === ORIGIN && !pathname.startsWith('//') && pathname !== '/' && !isAccountPage(pathname);
  return isOwn ? pathname + search + hash : DASHBOARD;
}

/** Where an account page's sign-in leads: its `next`, else the dashboard. */
export const nextPath = (search: string): string => ownPath(new URLSearchParams(search).get('next'));

/** The address of an account page whose sign-in leads to `path`. */
export function withNext(page: string, path: string): string {
  const next = ownPath(path);
  if (next === DASHBOARD) return page;
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ next })}`;
}

/**
 * Returns a function that makes addresses of account pages whose sign-in leads back here or, on an account page, to that page's own target.
 */
export function useAccountLink(): (page: string) => string {
  const { pathname, search, hash } = useLocation();
  const path = isAccountPage(pathname) ? nextPath(search) : pathname + search + hash;
  return (page) => withNext(page, path);
}

/** The action that a visitor chose before signing in. */
export type Intent = 'join' | 'interest';

export const readIntent = (value: string | null): Intent | null =>
  value === 'join' || value === 'interest' ? value : null;

/** Returns the action that follows an account page's sign-in, or null. */
export const nextIntent = (search: string): Intent | null =>
  readIntent(new URL(nextPath(search), ORIGIN).searchParams.get('intent'));

/** The address of a project's page that offers the member `intent` at once, for the given role if there is one. */
export const intentLink = (projectId: number, intent: Intent, roleId?: number): string =>
  `/projects/${projectId}?intent=${intent}${roleId === undefined ? '' : `&role=${roleId}`}`;

/** The storage key of the page to which a member continues once their email address is confirmed, maybe in another tab. */
export const continueKeyOf = (member: number): string => `goes-on:${member}`;
