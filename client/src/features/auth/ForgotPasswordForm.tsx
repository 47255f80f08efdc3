import { checkForgotPassword } from '@sangam/shared/rules/accounts';
import { request } from '../../api/client';
import { type ApiError, NETWORK_ERROR_TEXT } from '../../api/errors';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Input } from '../../ui/Input';
import { useForm } from '../../ui/use-form';

interface ForgotPasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: () => void;
}

const failureText = (error: ApiError): string =>
  error.kind === 'server' ? error.message || 'Failed to send reset email' : NETWORK_ERROR_TEXT;

/** The email that the reset link goes to. */
export function ForgotPasswordForm({ email, onEmail, onSent }: ForgotPasswordFormProps) {
  const { field, failure, busy, submit } = useForm({
    check: () => checkForgotPassword(email),
    send: async (address) => {
      const answer = await request('POST /api/auth/forgot-password', { body: { email: address } });
      if (!answer.ok) return { text: failureText(answer.error) };
      onSent();
      return null;
    },
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
        {...field('email')}
      />
      <Button type="submit" variant="primary" busy={busy} block>
        Send reset link
      </Button>
    </form>
  );
}
