import { Link, useSearchParams } from 'react-router-dom';
import { Banner } from '../../ui/Banner';
import { AuthFootnote, AuthLayout, textLinkClass } from './AuthLayout';
import { LoginForm } from './LoginForm';
import { OauthButtons } from './OauthButtons';
import { PublicStatsPanel } from './PublicStatsPanel';

/** Sign in. Error values in the query are known to arrive here and, as specified, show no message. */
export function LoginPage() {
  const [query] = useSearchParams();
  return (
    <AuthLayout title="Sign in" heading="Sign in" aside={<PublicStatsPanel />}>
      {query.get('message') === 'password-reset-success' && (
        <Banner tone="success">Password reset successfully! You can now sign in with your new password.</Banner>
      )}
      <LoginForm />
      <OauthButtons />
      <AuthFootnote>
        New to Sangam?{' '}
        <Link to="/signup" className={textLinkClass}>
          Create an account
        </Link>
      </AuthFootnote>
    </AuthLayout>
  );
}
