import type { ApiError } from '../../core/api/errors';

// In this tab only: it lasts an hour.
const KEY = 'own-data';
let kept: string | null = null;

/** Keeps the token that a refused sign-in gave a suspended member for their own data. False for any other failure. */
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
