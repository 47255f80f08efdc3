import type { ApiError } from '../../core/api/errors';

// The token is kept in this tab only, and is valid for an hour.
const KEY = 'own-data';
let storedToken: string | null = null;

/** Keeps the token for their own data that a suspended member gets with a refused sign-in. Returns false for other failures. */
export function storeOwnDataToken(error: ApiError): boolean {
  if (error.kind !== 'server' || error.ownDataToken === undefined) return false;
  storedToken = error.ownDataToken;
  try {
    sessionStorage.setItem(KEY, storedToken);
  } catch {
    // Without storage it lasts until the page is reloaded.
  }
  return true;
}

export function ownDataToken(): string | null {
  try {
    return storedToken ?? sessionStorage.getItem(KEY);
  } catch {
    return storedToken;
  }
}

export function forgetOwnDataToken(): void {
  storedToken = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
