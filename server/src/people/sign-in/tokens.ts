import jwt from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver } from '../../platform/lib/deadline.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';

const ISSUER = 'sangam';
const AUDIENCE = 'sangam-session';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** Verified tokens in the cache: a call reads its token twice, and checking a signature costs more than anything else. */
const VERIFIED_MAX = 5_000;
/** Longer tokens aren't ours, and aren't cached. */
const TOKEN_LENGTH_MAX = 1_000;

export interface SessionClaims {
  userId: number;
  sessionId: string;
  expiresAtMs: number;
}

export interface Tokens {
  sign(claims: SessionClaims): string;
  /** UNAUTHORIZED unless the token is ours, unexpired, and every claim is well formed. */
  read(token: string): Result<SessionClaims>;
}

const jwtOptions = (secret: string) => ({
  secret,
  sign: { algorithm: 'HS256' as const, iss: ISSUER, aud: AUDIENCE },
  verify: {
    algorithms: ['HS256' as const],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['exp', 'iat', 'sub', 'sid', 'iss', 'aud'],
  },
});

/** Session tokens, signed with the secret (32 bytes or more). */
export async function createTokens(app: FastifyInstance, secret: string, clock: Clock): Promise<Tokens> {
  await app.register(jwt, jwtOptions(secret));
  // Caches only signature and expiry; whether the session has ended is checked on every call.
  const verified = new Map<string, SessionClaims>();

  const verify = (token: string): SessionClaims | null => {
    try {
      const { sub, sid, exp, iat } = app.jwt.verify<Record<'sub' | 'sid' | 'exp' | 'iat', unknown>>(token);
      const wellFormed =
        typeof sub === 'string' &&
        /^[1-9]\d{0,15}$/u.test(sub) &&
        typeof sid === 'string' &&
        UUID.test(sid) &&
        Number.isSafeInteger(exp) &&
        Number.isSafeInteger(iat);
      return wellFormed ? { userId: Number(sub), sessionId: sid, expiresAtMs: Number(exp) * 1_000 } : null;
    } catch {
      // Every kind of invalid token gets the same answer.
      return null;
    }
  };

  return {
    sign: ({ userId, sessionId, expiresAtMs }) =>
      app.jwt.sign({ sub: String(userId), sid: sessionId, exp: Math.floor(expiresAtMs / 1_000) }),
    read(token) {
      const cached = verified.get(token);
      if (cached !== undefined && !isOver(cached.expiresAtMs, clock.nowMs())) return ok(cached);
      const claims = verify(token);
      if (claims === null) return fail('UNAUTHORIZED');
      if (token.length <= TOKEN_LENGTH_MAX) {
        for (const oldest of verified.keys()) {
          if (verified.size < VERIFIED_MAX) break;
          verified.delete(oldest);
        }
        verified.set(token, claims);
      }
      return ok(claims);
    },
  };
}
