import { checkForgotPassword } from '@sangam/shared/rules/accounts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { request } from '../../api/client';
import { NETWORK_ERROR_TEXT } from '../../api/errors';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Input } from '../../ui/Input';
import { useSubmit } from '../../ui/use-submit';
import { focusFirstInvalid } from './field-errors';

interface ForgotPasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: () => void;
}

/** The email that the reset link goes to. */
export function ForgotPasswordForm({ email, onEmail, onSent }: ForgotPasswordFormProps) {
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState('');

  const [busy, submit] = useSubmit(async (form) => {
    const checked = checkForgotPassword(email);
    setError(checked.ok ? undefined : checked.errors[0]?.message);
    setFailure('');
    if (!checked.ok) {
      focusFirstInvalid(form);
      return;
    }
    const answer = await request('POST /api/auth/forgot-password', { body: { email: checked.value } });
    if (answer.ok) {
      onSent();
      return;
    }
    const text =
      answer.error.kind === 'server' ? answer.error.message || 'Failed to send reset email' : NETWORK_ERROR_TEXT;
    setFailure(text);
    toast.error(text);
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Forgot password">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Input
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" variant="primary" busy={busy} block>
        Send reset link
      </Button>
    </form>
  );
}
