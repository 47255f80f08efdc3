import { checkForgotPassword } from '@sangam/shared/people/account-forms';
import { Button } from '../../../ui/button/Button';
import { Input } from '../../../ui/form/Input';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { sendResetMail } from '../account/reset-mail';

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
