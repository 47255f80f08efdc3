import type { ApiError } from '../../core/api/errors';

// The token is kept in this tab only, and is valid for an hour.
const KEY = 'own-data';
let kept: string | null = null;

/** Keeps the token for their own data that a suspended member gets with a refused sign-in. Returns false for other failures. */
export function keepOwnDataToken(error: ApiError): boolean {
  if (error.kind !== 'server' || error.ownDataToken === undefined) return false;
  kept = error.ownDataToken;
  try {
    sessionStorage.setItem(KEY, kept);
  } catch {
    // Without storage it lasts until the page is reloaded.
  }
  return true;
}

export function ownDataToken(): string | null {
  try {
    return kept ?? sessionStorage.getItem(KEY);
  } catch {
    return kept;
  }
}

export function forgetOwnDataToken(): void {
  kept = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
