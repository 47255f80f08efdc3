import { useEffect, useRef } from 'react';
import { useAccountLink } from '../../lib/next-path';
import { Button } from '../../ui/Button';
import { ButtonLink } from '../../ui/ButtonLink';
import { AuthLayout } from './AuthLayout';

/** Check your email: what to do while the mail is on its way. */
export function MailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const link = useAccountLink();
  const message = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone; the message takes it, and is read out.
  useEffect(() => message.current?.focus(), []);
  return (
    <AuthLayout title="Check your email" heading="Check your email">
      <p ref={message} tabIndex={-1} className="text-muted">
        If an account exists for <strong className="break-words font-medium text-fg">{email.trim()}</strong>, we have
        sent a reset link. It is valid for one hour.
      </p>
      <div className="grid gap-3">
        <Button onClick={onAgain} block>
          Send Another Email
        </Button>
        <ButtonLink to={link('/login')} variant="ghost" block>
          Back to Login
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
