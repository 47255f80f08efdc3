import { checkForgotPassword } from '@sangam/shared/rules/accounts';
import { sendResetMail } from '../../parts/reset-mail';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Input } from '../../ui/Input';
import { useForm } from '../../ui/use-form';

interface ForgotPasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: () => void;
}

/** The email that the reset link goes to. */
export function ForgotPasswordForm({ email, onEmail, onSent }: ForgotPasswordFormProps) {
  const { field, failure, busy, submit } = useForm({
    check: () => checkForgotPassword(email),
    send: async (address) => {
      const failure = await sendResetMail(address);
      if (failure !== null) return { text: failure };
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
