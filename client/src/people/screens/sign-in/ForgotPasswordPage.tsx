import { checkForgotPassword } from '@sangam/shared/people/account-forms';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSendsEmails } from '../../../core/site/site';
import { useAccountLink } from '../../../lib/links/next-path';
import { passedText } from '../../../lib/links/passed-text';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { sendResetEmail } from '../../state/sign-in';
import { AuthLayout, textLinkClass } from './AuthLayout';

/** Asks for a reset link, then says that it is on its way. The answer never reveals whether an account exists. */
export function ForgotPasswordPage() {
  const link = useAccountLink();
  // As typed at the login.
  const [email, setEmail] = useState(passedText(useLocation().state, 'email'));
  const [sent, setSent] = useState(false);
  const sendsEmails = useSendsEmails();
  if (sent) return <EmailSent email={email} onOtherAddress={() => setSent(false)} />;
  return (
    <AuthLayout
      title="Forgot password"
      heading="Forgot your password?"
      lead={
        sendsEmails
          ? 'Enter your email and we’ll send you a reset link. It’s valid for one hour.'
          : 'Enter your email. This site has no mail server yet, so its operator passes the reset link on to you. It’s valid for one hour.'
      }
    >
      <ForgotPasswordForm
        initial={{ email }}
        onSent={(address) => {
          setEmail(address);
          setSent(true);
        }}
      />
      <ButtonLink to={link('/login')} variant="ghost" block>
        Back to Login
      </ButtonLink>
    </AuthLayout>
  );
}

interface ForgotPasswordFormProps {
  initial: { email: string };
  onSent: (email: string) => void;
}

function ForgotPasswordForm({ initial, onSent }: ForgotPasswordFormProps) {
  const form = useForm({
    initial,
    check: ({ email }) => checkForgotPassword(email),
    send: async (address, { email }) => {
      const text = await sendResetEmail(address);
      if (text !== null) return { text };
      onSent(email);
      return null;
    },
  });
  return (
    <Form calm form={form} label="Forgot password" submit="Send reset link">
      <Input
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...form.text('email')}
      />
    </Form>
  );
}

/** The next steps while the email is on its way. Without a mail server, the operator has the link, and no text promises an email. */
function EmailSent({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  const link = useAccountLink();
  const sendsEmails = useSendsEmails();
  const message = useRef<HTMLSpanElement>(null);
  const [again, setAgain] = useState<{ sent: number; failure: string | null }>({ sent: 0, failure: null });
  // The message takes the focus from the removed form, and is read out.
  useEffect(() => message.current?.focus(), []);
  const sendAgain = async () => {
    const address = checkForgotPassword(email);
    if (!address.ok) return;
    const failure = await sendResetEmail(address.value);
    setAgain(({ sent }) => ({ sent: failure === null ? sent + 1 : sent, failure }));
  };
  const heading = sendsEmails ? 'Check your email' : 'Ask the operator for your link';
  return (
    <AuthLayout
      title={heading}
      heading={heading}
      lead={
        <span ref={message} tabIndex={-1}>
          If an account exists for <strong className="font-medium text-fg">{email.trim()}</strong>,{' '}
          {sendsEmails ? (
            'we have sent a reset link. It’s valid for one hour.'
          ) : (
            <>
              its reset link is with the operator, since this site has no mail server yet. It’s valid for one hour.{' '}
              <Link to="/support" className={textLinkClass}>
                Contact the operator
              </Link>
            </>
          )}
        </span>
      }
    >
      {again.failure !== null && <Banner tone="error">{again.failure}</Banner>}
      {again.failure === null && again.sent > 0 && (
        // The key renders a new banner each time, so that it is read out each time.
        <Banner key={again.sent} tone="success">
          {sendsEmails ? 'Sent' : 'Requested'} again. Only the newest link is valid.
        </Banner>
      )}
      <div className="grid gap-3">
        <OnlineButton onClick={sendAgain} block>
          {sendsEmails ? 'Send Another Email' : 'Request another link'}
        </OnlineButton>
        <Button variant="ghost" onClick={onOtherAddress} block>
          Use another address
        </Button>
        <ButtonLink to={link('/login')} variant="ghost" block>
          Back to Login
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
