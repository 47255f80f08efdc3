import type { FieldErrors } from '@sangam/shared/core/schemas';
import { accountMessages, checkResetPassword } from '@sangam/shared/people/account-forms';
import { useState } from 'react';
import { request } from '../../../core/api/client';
import { failureText } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';

function check(password: string, confirm: string) {
  const checked = checkResetPassword(password);
  const errors: FieldErrors = checked.ok ? [] : [...checked.errors];
  if (confirm === '') errors.push({ field: 'confirm', message: accountMessages.fillAll });
  else if (checked.ok && confirm.trim() !== checked.value)
    errors.push({ field: 'confirm', message: accountMessages.passwordsDiffer });
  return checked.ok && errors.length === 0
    ? ({ ok: true, value: checked.value } as const)
    : ({ ok: false, errors } as const);
}

/** The new password, twice. */
export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const { field, failure, busy, submit } = useForm({
    check: () => check(password, confirm),
    send: async (chosen) => {
      const answer = await request('POST /api/auth/reset-password', { body: { token, password: chosen } });
      if (!answer.ok) return { text: failureText(answer.error, 'Failed to reset password') };
      onDone();
      return null;
    },
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Set a new password">
      {failure && <Banner tone="error">{failure}</Banner>}
      <PasswordInput
        label="New password"
        name="password"
        autoComplete="new-password"
        autoFocus
        hint="At least 6 characters; 8 or more recommended."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...field('password')}
      />
      <PasswordInput
        label="Confirm new password"
        name="confirm"
        autoComplete="new-password"
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
        {...field('confirm')}
      />
      <Button type="submit" variant="primary" busy={busy} block>
        Reset password
      </Button>
    </form>
  );
}
