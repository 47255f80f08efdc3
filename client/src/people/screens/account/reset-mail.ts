import { request } from '../../../core/api/client';
import { failureText } from '../../../core/api/errors';

/** Asks for a reset link; null when it is on its way, else why it is not. */
export async function sendResetMail(email: string): Promise<string | null> {
  const answer = await request('POST /api/auth/forgot-password', { body: { email } });
  return answer.ok ? null : failureText(answer.error, 'Failed to send reset email');
}
