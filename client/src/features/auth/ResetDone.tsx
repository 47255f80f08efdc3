import { limits } from '@sangam/shared/rules/limits';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Banner } from '../../ui/Banner';
import { ButtonLink } from '../../ui/ButtonLink';
import { AuthLayout } from './AuthLayout';

const LOGIN = '/login?message=password-reset-success';

/** The password is set; three seconds later the login page follows. */
export function ResetDone() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(LOGIN, { replace: true }), limits.resetDoneRedirectMs);
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
