import { peopleLimits } from '@sangam/shared/people/limits';
import { isStrongEnough } from '@sangam/shared/people/password-rules';
import { useEffect, useState } from 'react';
import { request } from '../../core/api/client';

/** How long typing must pause before the server is asked. */
const ASKED_AFTER_MS = 400;

/**
 * Asks the server, before the form is submitted, whether it refuses a new password as too common. Returns the reason, '' for an accepted
 * password, or null while unknown. Failed calls are ignored: submitting reports failures.
 */
export function usePasswordCheck(password: string): string | null {
  const [checked, setChecked] = useState<{ password: string; reason: string } | null>(null);
  const typed = password.trim();
  const isWorthAsking = typed.length >= peopleLimits.resetPasswordMinChars || isStrongEnough(typed);
  useEffect(() => {
    if (!isWorthAsking) return;
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await request('POST /api/auth/password-check', { body: { password: typed } });
      if (current && answer.ok) setChecked({ password: typed, reason: answer.value.data.message ?? '' });
    }, ASKED_AFTER_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed, isWorthAsking]);
  return isWorthAsking && checked?.password === typed ? checked.reason : null;
}
