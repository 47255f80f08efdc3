interface TokenClaims {
  userId: number;
  expiresAtMs: number;
}

/**
 * Reads a token's member and expiry, or null if it can't be read. Only the server can verify them, so use this only for
 * data that stays in the browser.
 */
export function readTokenClaims(token: string | null): TokenClaims | null {
  const [, payload = ''] = token?.split('.') ?? [];
  try {
    const { sub, exp }: Record<string, unknown> = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const userId = Number(sub);
    return Number.isSafeInteger(userId) && userId > 0 && typeof exp === 'number'
      ? { userId, expiresAtMs: exp * 1_000 }
      : null;
  } catch {
    return null;
  }
}
