import type { FieldErrors } from '@sangam/shared/core/schemas';
import type { ProfileBody } from '@sangam/shared/people/users';
import toast from 'react-hot-toast';
import { request } from '../../../core/api/client';
import { errorText, fieldErrors } from '../../../core/api/errors';
import { updateUser } from '../../../core/session/session';

/** Saves the profile and says so; null when it succeeded, else what the form shows. */
export async function saveProfile(profile: ProfileBody): Promise<{ text: string; errors: FieldErrors } | null> {
  const answer = await request('PUT /api/users/profile', { body: profile });
  if (!answer.ok)
    return { text: errorText(answer.error, 'Failed to update profile'), errors: fieldErrors(answer.error) };
  updateUser(answer.value.user);
  toast.success('Profile updated successfully!');
  return null;
}
