import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { request } from '../../../core/api/client';
import { failureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Banner } from '../../../ui/page/Banner';
import { AuthLayout } from './AuthLayout';

const TITLE = 'Confirm your email address';

/**
 * The page behind a mailed link that confirms an address, signed in or not. Confirming needs a press: otherwise programs that
 * follow the links in mails would do it.
 */
export function VerifyEmailPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const isMember = useSession((state) => state.status === 'signed-in');
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(
    token === '' ? 'This link is incomplete. Please open it from the mail again.' : null,
  );
  const confirm = async () => {
    const answer = await request('POST /api/auth/verify-email', { body: { token } });
    if (answer.ok) setDone(true);
    else setFailure(failureText(answer.error, 'Failed to confirm your address'));
  };
  if (isDone)
    return (
      <AuthLayout title={TITLE} heading="Address confirmed">
        <Banner tone="success">Your email address is confirmed.</Banner>
        <ButtonLink to={isMember ? '/dashboard' : '/login'} variant="primary" block>
          {isMember ? 'Go to your dashboard' : 'Sign in'}
        </ButtonLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={TITLE} heading={TITLE} lead="Then others know that they hear from you.">
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      {token !== '' && (
        <Button variant="primary" block onClick={confirm}>
          Confirm address
        </Button>
      )}
      {failure !== null && (
        <ButtonLink to="/settings" variant="ghost" block>
          Go to the settings
        </ButtonLink>
      )}
    </AuthLayout>
  );
}
