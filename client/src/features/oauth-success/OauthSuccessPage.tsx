import { limits } from '@sangam/shared/rules/limits';
import { CircleX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInWithCode } from '../../stores/session';
import { ButtonLink } from '../../ui/ButtonLink';
import { Page } from '../../ui/Page';
import { Spinner } from '../../ui/Spinner';

/** Why it failed, by the code in the address; whatever else stands there is never shown. */
const reasons = new Map([
  ['not_configured', 'This sign-in is not set up on this server.'],
  ['access_denied', 'You did not give your consent.'],
  ['expired', 'The sign-in took too long.'],
  ['provider_failed', 'The provider did not answer as it should.'],
  ['email_unverified', 'Your email is not verified there.'],
  ['rate_limited', 'There were too many tries.'],
]);

/**
 * Result of a social sign-in. `token` is a one-time code, exchanged for a session; the address is cleaned before
 * anything else happens, so that neither the code nor a provider's error stays in the history.
 */
export function OauthSuccessPage() {
  const [query] = useSearchParams();
  const [{ code, error }] = useState(() => ({ code: query.get('token'), error: query.get('error') }));
  const [failedTo, setFailedTo] = useState(() => {
    if (error !== null) return '/login?error=oauth_failed';
    return code === null || code === '' ? '/login?error=no_token' : '';
  });
  const navigate = useNavigate();
  const started = useRef(false);

  useEffect(() => {
    // A second run of this effect (StrictMode) must not spend the code again.
    if (started.current) return;
    started.current = true;
    window.history.replaceState(window.history.state, '', '/oauth-success');
    if (code === null || code === '' || error !== null) return;
    void signInWithCode(code).then((answer) => {
      if (!answer.ok) {
        setFailedTo('/login?error=oauth_failed');
        return;
      }
      toast.success('Login successful!');
      navigate('/dashboard', { replace: true });
    });
  }, [code, error, navigate]);

  useEffect(() => {
    if (failedTo === '') return;
    const timer = setTimeout(() => navigate(failedTo, { replace: true }), limits.oauthFailedRedirectMs);
    return () => clearTimeout(timer);
  }, [failedTo, navigate]);

  return (
    <Page title="Sign in" className="flex flex-col items-center justify-center gap-3 text-center">
      {failedTo === '' ? (
        <>
          <h1 className="text-xl">Completing sign-in</h1>
          <Spinner label="One moment" />
        </>
      ) : (
        <>
          <CircleX aria-hidden className="size-7 text-danger-text" />
          <div role="alert">
            <h1 className="text-xl">Authentication Failed</h1>
          </div>
          <p className="max-w-sm text-muted">
            {reasons.get(error ?? '') ?? 'You have not been signed in.'} Taking you back to the login page.
          </p>
          <ButtonLink to={failedTo} replace className="mt-2">
            Back to Login
          </ButtonLink>
        </>
      )}
    </Page>
  );
}
