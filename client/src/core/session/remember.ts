import { dayMs } from '@sangam/shared/core/limits';
import { peopleLimits } from '@sangam/shared/people/limits';
import { request } from '../api/client';
import { currentToken, renewToken } from './session';
import { readTokenClaims } from './token-claims';

/** Only a remembered session's token is valid for this long at first. A day less, because clocks differ. */
const REMEMBERED_MS = peopleLimits.rememberedSessionMs - dayMs;

/** Keeps this browser signed in by making the session a remembered one (R2.3). Returns false if the call failed. */
export async function rememberSession(): Promise<boolean> {
  const answer = await request('POST /api/auth/remember');
  if (answer.ok) renewToken(answer.value.data.token);
  return answer.ok;
}

/** Whether the token ends sooner than that of a newly remembered session, so that renewing it gains time. */
export function isShort(nowMs: number): boolean {
  const claims = readTokenClaims(currentToken());
  return claims !== null && claims.expiresAtMs - nowMs < REMEMBERED_MS;
}

/** Whether the token was given to a remembered session. */
export function isRemembered(): boolean {
  const claims = readTokenClaims(currentToken());
  return claims !== null && claims.expiresAtMs - claims.beganAtMs >= REMEMBERED_MS;
}
