import { Link } from 'react-router-dom';
import { useAccountLink } from '../../../lib/links/next-path';
import { AuthFootnote, AuthLayout, textLinkClass } from './AuthLayout';
import { OauthButtons } from './OauthButtons';
import { SignupForm } from './SignupForm';

/** Create an account. */
export function SignupPage() {
  const link = useAccountLink();
  return (
    <AuthLayout title="Create your account" heading="Create your account" lead="Post projects, join teams, and chat.">
      <SignupForm />
      <OauthButtons />
      <AuthFootnote>
        Already have an account?{' '}
        <Link to={link('/login')} className={textLinkClass}>
          Sign in
        </Link>
      </AuthFootnote>
    </AuthLayout>
  );
}
