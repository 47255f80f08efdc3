import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { fetchPicturesAgain } from './pictures';

/** Uploads the member's new picture. Returns the error, or null on success. */
export async function savePicture(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ApiError | null> {
  const answer = await request('PUT /api/users/picture', { body, signal });
  if (!answer.ok) return answer.error;
  fetchPicturesAgain(answer.value.data.id);
  return null;
}

/** Removes the member's picture. Returns the error, or null on success. */
export async function removePicture(userId: number): Promise<ApiError | null> {
  const answer = await request('DELETE /api/users/picture');
  if (!answer.ok) return answer.error;
  fetchPicturesAgain(userId);
  return null;
}
