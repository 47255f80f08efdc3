import { accountMessages } from '@sangam/shared/people/account-forms';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../../core/api/client';
import { errorText, NETWORK_ERROR_TEXT, retryAfterMs } from '../../../core/api/errors';
import { noteAskedToWait } from '../../../lib/asked-to-wait';

export type ResetLink =
  | { state: 'verifying' }
  | { state: 'invalid'; message: string }
  | { state: 'unreachable'; message: string }
  | { state: 'valid'; token: string; name: string };

const verifying: ResetLink = { state: 'verifying' };

async function verify(token: string): Promise<ResetLink> {
  const answer = await request('POST /api/auth/verify-reset-token', { body: { token } });
  if (answer.ok) return { state: 'valid', token, name: answer.value.user.name };
  const { error } = answer;
  if (error.kind === 'network') return { state: 'unreachable', message: NETWORK_ERROR_TEXT };
  // It changes nothing, so the page asks again by itself.
  noteAskedToWait(retryAfterMs(error));
  // Busy or too many requests says nothing about the link.
  if (error.status === 429 || error.status >= 500)
    return { state: 'unreachable', message: errorText(error, NETWORK_ERROR_TEXT) };
  return { state: 'invalid', message: 'Invalid or expired reset token' };
}

/** Asks the server whether the link is good; `retry` asks again. */
export function useResetLink(token: string): { link: ResetLink; retry: () => Promise<void> } {
  const [link, setLink] = useState<ResetLink>(
    token === '' ? { state: 'invalid', message: accountMessages.invalidResetLink } : verifying,
  );
  useEffect(() => {
    if (token === '') return;
    let current = true;
    void verify(token).then((answer) => {
      if (current) setLink(answer);
    });
    return () => {
      current = false;
    };
  }, [token]);
  const retry = useCallback(async () => setLink(await verify(token)), [token]);
  return { link, retry };
}
