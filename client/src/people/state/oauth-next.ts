import { ownPath } from '../../lib/links/next-path';

// In this tab only: an address that went to the provider and back could be made up by somebody else.
const KEY = 'oauth-next';

/** Keeps where to go after a social sign-in, which leaves the application and comes back to /oauth-success. */
export function keepOauthNext(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage, a social sign-in leads to the dashboard.
  }
}

/** Where the social sign-in of this tab leads. */
export function oauthNext(): string {
  try {
    return ownPath(sessionStorage.getItem(KEY));
  } catch {
    return ownPath(null);
  }
}
