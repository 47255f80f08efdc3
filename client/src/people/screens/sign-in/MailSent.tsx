import { checkForgotPassword } from '@sangam/shared/people/account-forms';
import { useEffect, useRef, useState } from 'react';
import { useAccountLink } from '../../../lib/links/next-path';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Banner } from '../../../ui/page/Banner';
import { sendResetMail } from '../account/reset-mail';
import { AuthLayout } from './AuthLayout';

interface MailSentProps {
  email: string;
  onOtherAddress: () => void;
}

/** Check your email: what to do while the mail is on its way. */
export function MailSent({ email, onOtherAddress }: MailSentProps) {
  const link = useAccountLink();
  const message = useRef<HTMLParagraphElement>(null);
  const [again, setAgain] = useState<{ sent: number; failure: string | null }>({ sent: 0, failure: null });
  // The form that had the focus is gone; the message takes it, and is read out.
  useEffect(() => message.current?.focus(), []);
  const sendAgain = async () => {
    const address = checkForgotPassword(email);
    if (!address.ok) return;
    const failure = await sendResetMail(address.value);
    setAgain(({ sent }) => ({ sent: failure === null ? sent + 1 : sent, failure }));
  };
  return (
    <AuthLayout title="Check your email" heading="Check your email">
      <p ref={message} tabIndex={-1} className="text-muted">
        If an account exists for <strong className="break-words font-medium text-fg">{email.trim()}</strong>, we have
        sent a reset link. It is valid for one hour.
      </p>
      {again.failure !== null && <Banner tone="error">{again.failure}</Banner>}
      {again.failure === null && again.sent > 0 && (
        // A new one each time, so that it is read out each time.
        <Banner key={again.sent} tone="success">
          Sent again. Only the newest link is valid.
        </Banner>
      )}
      <div className="grid gap-3">
        <Button onClick={sendAgain} block>
          Send Another Email
        </Button>
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
