interface TokenClaims {
  userId: number;
  expiresAtMs: number;
}

/**
 * Whose session a token is and until when, as it says itself; null when it cannot be read. The server alone can tell whether that
 * is true: use it only for what never leaves this browser.
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
