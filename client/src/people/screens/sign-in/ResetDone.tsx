import { peopleLimits } from '@sangam/shared/people/limits';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Banner } from '../../../ui/page/Banner';
import { AuthLayout } from './AuthLayout';

const LOGIN = '/login?message=password-reset-success';

/** The password is set; three seconds later the login page follows. */
export function ResetDone() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(LOGIN, { replace: true }), peopleLimits.resetDoneRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AuthLayout title="Password reset" heading="Password reset">
      <Banner tone="success">Your password has been changed. Redirecting to the login page.</Banner>
      <ButtonLink to={LOGIN} replace block>
        Sign in now
      </ButtonLink>
    </AuthLayout>
  );
}
