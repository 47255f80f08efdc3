import type { ProofNeeded, VerifyEmailBody } from '@sangam/shared/people/auth';
import { request } from '../../core/api/client';
import { type ApiError, isRefusedWith } from '../../core/api/errors';
import { acceptSession, currentUserId } from '../../core/session/session';

/** It failed. A link that is over can't be tried again; `confirmed` is then the member's own address, if it is confirmed. */
export interface Failed {
  state: 'failed';
  error: ApiError;
  isOver: boolean;
  confirmed: string | null;
}

/** The address is confirmed, the caller has to prove more first, or it failed. */
type Confirmation = { state: 'done' } | { state: 'proof'; needed: ProofNeeded } | Failed;

/**
 * Confirms the address of a mailed link. Signs in a reader who proved the account with a password and has no session here. Without a
 * proof nothing changes: the link may have been opened in another browser than the one that signed up.
 */
export async function confirmAddress(
  body: Pick<VerifyEmailBody, 'token' | 'password' | 'new_password'>,
): Promise<Confirmation> {
  const answer = await request('POST /api/auth/verify-email', { body: { ...body, proven_only: true } });
  if (!answer.ok) {
    const { error } = answer;
    const isOver = isRefusedWith(error, 'INVALID_EMAIL_LINK');
    return { state: 'failed', error, isOver, confirmed: isOver ? await confirmedAddress() : null };
  }
  const { proof_needed: needed, signed_in: signedIn } = answer.value.data ?? {};
  if (needed) return { state: 'proof', needed };
  if (signedIn) acceptSession(signedIn, { isNew: signedIn.user.last_active === null });
  return { state: 'done' };
}

/** For a member who follows a link a second time, of which the first was enough. */
async function confirmedAddress(): Promise<string | null> {
  if (currentUserId() === null) return null;
  const answer = await request('GET /api/account');
  return answer.ok && answer.value.data.email_verified ? answer.value.data.email : null;
}
