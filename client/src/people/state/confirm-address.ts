import type { ProofNeeded, VerifyEmailBody } from '@sangam/shared/people/auth';
import { request } from '../../core/api/client';
import { type ApiError, isRefusedWith } from '../../core/api/errors';
import { acceptSession, currentUserId } from '../../core/session/session';

/** Confirming failed. `isOver`: the link can't be used again; `confirmed` is then the signed-in member's address, if it is confirmed. */
export interface Failed {
  state: 'failed';
  error: ApiError;
  isOver: boolean;
  confirmed: string | null;
}

/** The address is confirmed, the caller has to prove more first, or it failed. */
type Confirmation = { state: 'done' } | { state: 'proof'; needed: ProofNeeded } | Failed;

/**
 * Confirms the address of an emailed link. Signs in a reader who has no session here and gives the password. Without this proof nothing
 * changes, since the link may be opened in another browser than the one used for sign-up.
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

/** Returns the member's address if it is confirmed, as after following the same link twice; else null. */
async function confirmedAddress(): Promise<string | null> {
  if (currentUserId() === null) return null;
  const answer = await request('GET /api/account');
  return answer.ok && answer.value.data.email_verified ? answer.value.data.email : null;
}
