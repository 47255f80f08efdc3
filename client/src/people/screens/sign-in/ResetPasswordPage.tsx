import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { ErrorState } from '../../../ui/page/ErrorState';
import { Spinner } from '../../../ui/page/Spinner';
import { AuthLayout } from './AuthLayout';
import { ResetDone } from './ResetDone';
import { ResetPasswordForm } from './ResetPasswordForm';
import { useResetLink } from './use-reset-link';

/** What a reset link opens: verifying, invalid link, form, success. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const { link, retry } = useResetLink(query.get('token') ?? '');
  const [done, setDone] = useState(false);

  if (done) return <ResetDone />;
  switch (link.state) {
    case 'verifying':
      return (
        <AuthLayout title="Reset password" heading="Reset password">
          <Spinner label="Verifying your reset link" />
        </AuthLayout>
      );
    case 'unreachable':
      return (
        <AuthLayout title="Reset password" heading="Reset password">
          <ErrorState message={link.message} onRetry={retry} />
        </AuthLayout>
      );
    case 'invalid':
      return (
        <AuthLayout title="Invalid reset link" heading="Invalid reset link">
          <p role="alert" className="text-muted">
            {link.message}
          </p>
          <ButtonLink to="/forgot-password" variant="primary" block>
            Request a new link
          </ButtonLink>
          <ButtonLink to="/login" variant="ghost" block>
            Back to Login
          </ButtonLink>
        </AuthLayout>
      );
    case 'valid':
      return (
        <AuthLayout title="Reset password" heading="Set a new password" lead={`Hello ${link.name}.`}>
          <ResetPasswordForm token={link.token} onDone={() => setDone(true)} />
        </AuthLayout>
      );
  }
}
