import type { ProofNeeded, VerifyEmailBody } from '@sangam/shared/people/auth';
import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { acceptSession } from '../../core/session/session';

/** The address is confirmed, the caller has to prove more first, or it failed. */
type Confirmation = { state: 'done' } | { state: 'proof'; needed: ProofNeeded } | { state: 'failed'; error: ApiError };

/**
 * Confirms the address of a mailed link. Signs in a reader who proved the account with a password and has no session here. Without a
 * proof nothing changes: the link may have been opened in another browser than the one that signed up.
 */
export async function confirmAddress(
  body: Pick<VerifyEmailBody, 'token' | 'password' | 'new_password'>,
): Promise<Confirmation> {
  const answer = await request('POST /api/auth/verify-email', { body: { ...body, proven_only: true } });
  if (!answer.ok) return { state: 'failed', error: answer.error };
  const { proof_needed: needed, signed_in: signedIn } = answer.value.data ?? {};
  if (needed) return { state: 'proof', needed };
  if (signedIn) acceptSession(signedIn, { isNew: signedIn.user.last_active === null });
  return { state: 'done' };
}
