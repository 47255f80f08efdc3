import type { ProfileEditBody } from '@sangam/shared/people/users';
import { CHANGE_TIMEOUT_MS, request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { updateUser } from '../../core/session/session';

/** Changes parts of the member's own profile. Null when it succeeded. */
export async function editProfile(body: ProfileEditBody): Promise<ApiError | null> {
  const answer = await request('PATCH /api/users/profile', { body, timeoutMs: CHANGE_TIMEOUT_MS });
  if (!answer.ok) return answer.error;
  updateUser(answer.value.user);
  return null;
}
