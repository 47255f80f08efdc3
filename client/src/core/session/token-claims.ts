interface TokenClaims {
  userId: number;
  sessionId: string;
  beganAtMs: number;
  expiresAtMs: number;
}

/**
 * Reads a token's member, session and times; null if it can't be read. Only the server can verify them, so use them only for data that
 * stays in the browser.
 */
export function readTokenClaims(token: string | null): TokenClaims | null {
  const [, payload = ''] = token?.split('.') ?? [];
  try {
    const claims: Record<string, unknown> = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { sub, sid, iat, exp } = claims;
    const userId = Number(sub);
    if (!Number.isSafeInteger(userId) || userId <= 0 || typeof exp !== 'number') return null;
    return { userId, sessionId: String(sid ?? ''), beganAtMs: Number(iat ?? 0) * 1_000, expiresAtMs: exp * 1_000 };
  } catch {
    return null;
  }
}

/** Whether two tokens belong to one session. */
export function isSameSession(a: string | null, b: string | null): boolean {
  const session = readTokenClaims(a)?.sessionId ?? '';
  return session !== '' && session === readTokenClaims(b)?.sessionId;
}
