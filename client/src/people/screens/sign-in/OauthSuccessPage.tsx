import { peopleLimits } from '@sangam/shared/people/limits';
import { CircleX } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { firstPage } from '../../../core/session/session';
import { withNext } from '../../../lib/links/next-path';
import { latePart } from '../../../lib/loading/lazy-part';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Page } from '../../../ui/page/Page';
import { Spinner } from '../../../ui/Spinner';
import { storeOwnDataToken } from '../../state/own-data-token';
import { restorableUntil, signedInText, signInWithCode } from '../../state/sign-in';
import {
  exchangeErrorText,
  NO_TOKEN_TEXT,
  oauthErrorText,
  oauthNext,
  storeOauthNext,
} from '../../state/social-sign-in';

/** Few members have deleted their account. */
const RestorableText = latePart(() => import('./RestorableText'), 'RestorableText');

interface Failure {
  to: string;
  reason: string;
}

const OAUTH_FAILED = '/login?error=oauth_failed';
const NO_TOKEN = '/login?error=no_token';

/**
 * The page after a social sign-in. `token` in the address is a one-time code, which is exchanged for a session. The address is cleaned
 * first, so that neither the code nor a provider's error stays in the history.
 */
export function OauthSuccessPage() {
  const [query] = useSearchParams();
  const [{ code, error }] = useState(() => ({ code: query.get('token'), error: query.get('error') }));
  const [failure, setFailure] = useState<Failure | null>(() => {
    if (error !== null) return { to: OAUTH_FAILED, reason: oauthErrorText(error) };
    return code === null || code === '' ? { to: NO_TOKEN, reason: NO_TOKEN_TEXT } : null;
  });
  // Set if the account is about to be deleted: sending the same code again restores it.
  const [restorable, setRestorable] = useState<string | null>(null);
  const [next] = useState(oauthNext);
  const navigate = useNavigate();
  const started = useRef(false);
  const enter = useCallback(
    async (oneTimeCode: string, { comesBack = false } = {}) => {
      const answer = await signInWithCode(oneTimeCode, { comesBack });
      if (!answer.ok && storeOwnDataToken(answer.error))
        return navigate(withNext('/suspended', next), { replace: true });
      const until = answer.ok ? null : restorableUntil(answer.error);
      setRestorable(until);
      if (until !== null) return;
      if (!answer.ok) return setFailure({ to: OAUTH_FAILED, reason: exchangeErrorText(answer.error) });
      toast.success(signedInText(comesBack));
      navigate(firstPage(next), { replace: true });
    },
    [next, navigate],
  );

  useEffect(() => {
    // A second run of this effect (StrictMode) must not spend the code again.
    if (started.current) return;
    started.current = true;
    storeOauthNext(null);
    window.history.replaceState(window.history.state, '', '/oauth-success');
    if (code === null || code === '' || error !== null) return;
    void enter(code);
  }, [code, error, enter]);

  useEffect(() => {
    if (failure === null) return;
    const { to, reason } = failure;
    const timer = setTimeout(
      () => navigate(withNext(to, next), { replace: true, state: { reason } }),
      peopleLimits.oauthFailedRedirectMs,
    );
    return () => clearTimeout(timer);
  }, [failure, next, navigate]);

  return (
    <Page title="Sign in" className="flex flex-col items-center justify-center gap-3 text-center">
      {failure !== null ? (
        <>
          <CircleX aria-hidden className="size-7 text-danger-text" />
          <div role="alert">
            <h1 className="text-xl">Authentication Failed</h1>
          </div>
          <p className="max-w-sm text-muted">{failure.reason} Redirecting to the sign-in page.</p>
          <ButtonLink to={withNext(failure.to, next)} state={{ reason: failure.reason }} replace className="mt-2">
            Back to Login
          </ButtonLink>
        </>
      ) : restorable !== null && code !== null ? (
        <>
          <h1 className="text-xl">Restore your account?</h1>
          <p role="status" className="max-w-sm text-muted">
            <RestorableText until={restorable} />
          </p>
          <OnlineButton variant="primary" className="mt-2" onClick={() => enter(code, { comesBack: true })}>
            Restore account
          </OnlineButton>
          <ButtonLink to={withNext('/login', next)} variant="ghost" replace>
            Back to Login
          </ButtonLink>
        </>
      ) : (
        <>
          <h1 className="text-xl">Completing sign-in</h1>
          <Spinner label="Signing you in" />
        </>
      )}
    </Page>
  );
}
