import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAccountLink } from '../../../lib/links/next-path';
import { AuthFootnote, AuthLayout, textLinkClass } from './AuthLayout';
import { ForgotPasswordForm } from './ForgotPasswordForm';
import { MailSent } from './MailSent';

/** Ask for a reset link; then word that it is on its way. The answer never tells whether an account exists. */
export function ForgotPasswordPage() {
  const link = useAccountLink();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  if (sent) return <MailSent email={email} onOtherAddress={() => setSent(false)} />;
  return (
    <AuthLayout
      title="Forgot password"
      heading="Forgot your password?"
      lead="Enter your email and we will send you a reset link. It is valid for one hour."
    >
      <ForgotPasswordForm email={email} onEmail={setEmail} onSent={() => setSent(true)} />
      <AuthFootnote>
        <Link to={link('/login')} className={textLinkClass}>
          Back to Login
        </Link>
      </AuthFootnote>
    </AuthLayout>
  );
}
