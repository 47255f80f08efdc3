import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';

/** Asks whether a reset link is valid. Changes nothing. */
export const verifyResetToken = (token: string) => request('POST /api/auth/verify-reset-token', { body: { token } });

/** Replaces the password of the link's member. */
export const resetPassword = (token: string, password: string): Promise<Result<unknown>> =>
  request('POST /api/auth/reset-password', { body: { token, password } });
