import { isolate } from '@sangam/shared/core/isolate';
import { accountMessages } from '@sangam/shared/people/account-messages';
import { peopleLimits } from '@sangam/shared/people/limits';
import { checkResetPassword } from '@sangam/shared/people/password-rules';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errorText, failureText, fieldErrors, NETWORK_ERROR_TEXT, retryAfterMs } from '../../../core/api/errors';
import { noteAskedToWait } from '../../../lib/asked-to-wait';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Banner } from '../../../ui/page/Banner';
import { ErrorState } from '../../../ui/page/ErrorState';
import { Spinner } from '../../../ui/Spinner';
import { resetPassword, verifyResetToken } from '../../state/reset-password';
import { AuthLayout } from './AuthLayout';
import { NewPasswordForm } from './NewPasswordForm';

/** The page behind a reset link: verifying, invalid link, form, success. */
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
        <AuthLayout title="Invalid reset link" heading="Reset password" lead={<span role="alert">{link.message}</span>}>
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
        <AuthLayout title="Reset password" heading="Set a new password" lead={`Hello ${isolate(link.name)}.`}>
          <ResetPasswordForm token={link.token} onDone={() => setDone(true)} />
        </AuthLayout>
      );
  }
}

type ResetLink =
  | { state: 'verifying' }
  | { state: 'invalid'; message: string }
  | { state: 'unreachable'; message: string }
  | { state: 'valid'; token: string; name: string };

const verifying: ResetLink = { state: 'verifying' };

async function verify(token: string): Promise<ResetLink> {
  const answer = await verifyResetToken(token);
  if (answer.ok) return { state: 'valid', token, name: answer.value.user.name };
  const { error } = answer;
  if (error.kind !== 'server') return { state: 'unreachable', message: NETWORK_ERROR_TEXT };
  // The call changes nothing, so the page repeats it by itself.
  noteAskedToWait(retryAfterMs(error), error.code === 'RATE_LIMITED');
  // A busy server or too many requests says nothing about the link.
  if (error.status === 429 || error.status >= 500)
    return { state: 'unreachable', message: errorText(error, NETWORK_ERROR_TEXT) };
  return { state: 'invalid', message: 'Invalid or expired reset token' };
}

/** Asks the server whether the link is valid; `retry` asks again. */
function useResetLink(token: string): { link: ResetLink; retry: () => Promise<void> } {
  const [link, setLink] = useState<ResetLink>(
    token === '' ? { state: 'invalid', message: accountMessages.invalidResetLink } : verifying,
  );
  useEffect(() => {
    if (token === '') return;
    let current = true;
    void verify(token).then((answer) => {
      if (current) setLink(answer);
    });
    return () => {
      current = false;
    };
  }, [token]);
  const retry = useCallback(async () => setLink(await verify(token)), [token]);
  return { link, retry };
}

/** The new password, twice. */
function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const send = async (password: string) => {
    const answer = await resetPassword(token, password);
    if (!answer.ok)
      return { text: failureText(answer.error, 'Failed to reset password'), errors: fieldErrors(answer.error) };
    onDone();
    return null;
  };
  return (
    <NewPasswordForm
      label="Set a new password"
      submit="Reset password"
      rule={checkResetPassword}
      hint="At least 6 characters; 8 or more recommended."
      send={send}
    />
  );
}

const LOGIN = '/login?message=password-reset-success';

/** Success; the login page follows three seconds later. */
export function ResetDone() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(LOGIN, { replace: true }), peopleLimits.resetDoneRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AuthLayout title="Password reset" heading="Password reset">
      <Banner tone="success">Your password has been changed. Redirecting to the sign-in page.</Banner>
      <ButtonLink to={LOGIN} replace block>
        Sign in now
      </ButtonLink>
    </AuthLayout>
  );
}
