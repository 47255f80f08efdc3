import { dayMs } from '@sangam/shared/core/limits';
import { request } from '../api/client';
import { currentToken, renewToken } from './session';
import { readTokenClaims } from './token-claims';

/** A remembered session's token is valid for at least this long at first. */
const REMEMBERED_MS = 29 * dayMs;

/** Keeps this browser signed in: the session becomes a remembered one (R2.3). False if the server did not answer. */
export async function rememberSession(): Promise<boolean> {
  const answer = await request('POST /api/auth/remember');
  if (answer.ok) renewToken(answer.value.data.token);
  return answer.ok;
}

/** Whether the token may end before the session that it belongs to could. */
export function isShort(nowMs: number): boolean {
  const claims = readTokenClaims(currentToken());
  return claims !== null && claims.expiresAtMs - nowMs < REMEMBERED_MS;
}

/** Whether the token was given to a remembered session. */
export function isRemembered(): boolean {
  const claims = readTokenClaims(currentToken());
  return claims !== null && claims.expiresAtMs - claims.beganAtMs >= REMEMBERED_MS;
}
