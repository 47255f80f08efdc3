import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { currentUserId } from '../../core/session/session';
import { forgetMember } from '../../core/session/sign-out';

/** Asks for the account to be deleted, which ends every session. */
export async function deleteAccount(current_password: string): Promise<Result<unknown>> {
  const member = currentUserId();
  const answer = await request('DELETE /api/account', { body: { current_password } });
  if (answer.ok && member !== null && member === currentUserId()) forgetMember(member);
  return answer;
}
