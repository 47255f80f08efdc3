import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useAccountLink } from '../../../lib/links/next-path';
import { Banner } from '../../../ui/page/Banner';
import { NO_TOKEN_TEXT } from '../../state/oauth-failure';
import { AuthFootnote, AuthLayout, textLinkClass } from './AuthLayout';
import { LoginForm } from './LoginForm';
import { OauthButtons } from './OauthButtons';
import { PublicStatsPanel } from './PublicStatsPanel';

/** The general word on each error value of the address; any other value shows nothing. */
const failures = new Map([
  ['oauth_failed', 'Social sign-in failed.'],
  ['no_token', NO_TOKEN_TEXT],
]);

/** Sign in, with a word on what led here: a password that was reset, a session that ended, or a social sign-in that failed. */
export function LoginPage() {
  const link = useAccountLink();
  const [query, setQuery] = useSearchParams();
  const reason = readReason(useLocation().state);
  const failure = failures.get(query.get('error') ?? '');
  const forgetFailure = () => {
    if (!query.has('error')) return;
    query.delete('error');
    setQuery(query, { replace: true });
  };
  return (
    <AuthLayout title="Sign in" heading="Sign in" aside={<PublicStatsPanel />}>
      {query.get('message') === 'password-reset-success' && (
        <Banner tone="success">Password reset successfully! You can now sign in with your new password.</Banner>
      )}
      {query.get('message') === 'session-ended' && (
        <Banner>Your session has ended. Sign in to continue where you were.</Banner>
      )}
      {failure !== undefined && (
        <Banner tone="error">{reason === '' ? failure : `Authentication Failed. ${reason}`}</Banner>
      )}
      <LoginForm onSend={forgetFailure} />
      <OauthButtons />
      <AuthFootnote>
        New to Sangam?{' '}
        <Link to={link('/signup')} className={textLinkClass}>
          Create an account
        </Link>
      </AuthFootnote>
    </AuthLayout>
  );
}

/** Why, in words, as /oauth-success hands it on beside the address. */
const readReason = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'reason' in state && typeof state.reason === 'string'
    ? state.reason
    : '';
