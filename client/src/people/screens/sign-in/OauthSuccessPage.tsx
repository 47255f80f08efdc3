import { peopleLimits } from '@sangam/shared/people/limits';
import { CircleX } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { firstPage } from '../../../core/session/session';
import { withNext } from '../../../lib/links/next-path';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Page } from '../../../ui/page/Page';
import { Spinner } from '../../../ui/page/Spinner';
import { keepOwnDataToken } from '../../state/own-data-token';
import { isAboutToBeDeleted, signedInText, signInWithCode } from '../../state/sign-in';
import { exchangeErrorText, keepOauthNext, NO_TOKEN_TEXT, oauthErrorText, oauthNext } from '../../state/social-sign-in';

interface Failure {
  to: string;
  reason: string;
  /** The account is about to be deleted, and may be kept with the same code. */
  mayComeBack?: boolean;
}

const OAUTH_FAILED = '/login?error=oauth_failed';
const NO_TOKEN = '/login?error=no_token';

/**
 * Result of a social sign-in. `token` is a one-time code, exchanged for a session; the address is cleaned before
 * anything else happens, so that neither the code nor a provider's error stays in the history.
 */
export function OauthSuccessPage() {
  const [query] = useSearchParams();
  const [{ code, error }] = useState(() => ({ code: query.get('token'), error: query.get('error') }));
  const [failure, setFailure] = useState<Failure | null>(() => {
    if (error !== null) return { to: OAUTH_FAILED, reason: oauthErrorText(error) };
    return code === null || code === '' ? { to: NO_TOKEN, reason: NO_TOKEN_TEXT } : null;
  });
  const [next] = useState(oauthNext);
  const navigate = useNavigate();
  const started = useRef(false);
  const enter = useCallback(
    async (oneTimeCode: string, comesBack: boolean) => {
      const answer = await signInWithCode(oneTimeCode, comesBack);
      if (!answer.ok && keepOwnDataToken(answer.error)) return navigate('/suspended', { replace: true });
      if (!answer.ok) {
        const mayComeBack = isAboutToBeDeleted(answer.error);
        return setFailure({ to: OAUTH_FAILED, reason: exchangeErrorText(answer.error), mayComeBack });
      }
      toast.success(signedInText(comesBack));
      navigate(firstPage(next), { replace: true });
    },
    [next, navigate],
  );

  useEffect(() => {
    // A second run of this effect (StrictMode) must not spend the code again.
    if (started.current) return;
    started.current = true;
    keepOauthNext(null);
    window.history.replaceState(window.history.state, '', '/oauth-success');
    if (code === null || code === '' || error !== null) return;
    void enter(code, false);
  }, [code, error, enter]);

  useEffect(() => {
    if (failure === null || failure.mayComeBack) return;
    const { to, reason } = failure;
    const timer = setTimeout(
      () => navigate(withNext(to, next), { replace: true, state: { reason } }),
      peopleLimits.oauthFailedRedirectMs,
    );
    return () => clearTimeout(timer);
  }, [failure, next, navigate]);

  return (
    <Page title="Sign in" className="flex flex-col items-center justify-center gap-3 text-center">
      {failure === null ? (
        <>
          <h1 className="text-xl">Completing sign-in</h1>
          <Spinner label="Please wait" />
        </>
      ) : (
        <>
          <CircleX aria-hidden className="size-7 text-danger-text" />
          <div role="alert">
            <h1 className="text-xl">Authentication Failed</h1>
          </div>
          <p className="max-w-sm text-muted">
            {failure.reason}
            {!failure.mayComeBack && ' Redirecting to the sign-in page.'}
          </p>
          {failure.mayComeBack && code !== null && (
            <Button variant="primary" onClick={() => enter(code, true)}>
              Come back
            </Button>
          )}
          <ButtonLink to={withNext(failure.to, next)} state={{ reason: failure.reason }} replace className="mt-2">
            Back to Login
          </ButtonLink>
        </>
      )}
    </Page>
  );
}
