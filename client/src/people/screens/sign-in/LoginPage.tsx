import { checkLogin } from '@sangam/shared/people/account-forms';
import { Suspense, useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { type ApiError, errorText } from '../../../core/api/errors';
import { loadPublicStats, usePublicStats } from '../../../core/site/public-stats';
import { useAccountLink } from '../../../lib/links/next-path';
import { passedText } from '../../../lib/links/passed-text';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { storeOwnDataToken } from '../../state/own-data-token';
import { restorableUntil, signedInText, signIn } from '../../state/sign-in';
import { NO_TOKEN_TEXT } from '../../state/social-sign-in';
import { AuthFootnote, AuthLayout, type IntentLeads, textLinkClass, useIntentLead } from './AuthLayout';
import { OauthPart } from './OauthPart';

const intentLeads: IntentLeads = {
  join: 'Please log in to join projects',
  interest: 'Please login to show interest',
};

/** Few members have deleted their account. */
const RestorableText = lazyPart(() => import('./RestorableText'), 'RestorableText');

/** The text for each error value of the address; any other value shows nothing. */
const failures = new Map([
  ['oauth_failed', 'Social sign-in failed. Try again.'],
  ['no_token', `${NO_TOKEN_TEXT} Try again.`],
]);

/** Sign in, with a banner after a password reset, a session that ended or a social sign-in that failed. */
export function LoginPage() {
  const link = useAccountLink();
  const [query, setQuery] = useSearchParams();
  // The text that /oauth-success passes on.
  const reason = passedText(useLocation().state, 'reason');
  const failure = failures.get(query.get('error') ?? '');
  const forgetFailure = () => {
    if (!query.has('error')) return;
    query.delete('error');
    setQuery(query, { replace: true });
  };
  return (
    <AuthLayout title="Sign in" heading="Sign in" lead={useIntentLead(intentLeads)} aside={<PublicStatsPanel />}>
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
      <OauthPart />
      <AuthFootnote>
        New to Sangam?{' '}
        <Link to={link('/signup')} className={textLinkClass}>
          Create an account
        </Link>
      </AuthFootnote>
    </AuthLayout>
  );
}

const failureText = (error: ApiError): string =>
  errorText(error, error.kind === 'server' ? 'Login failed' : 'Something went wrong. Please try again.');

/** Email and password. `onSend` is called before they are sent; on success the guard of this route leads on. */
export function LoginForm({ onSend }: { onSend?: () => void }) {
  const link = useAccountLink();
  const navigate = useNavigate();
  // Set if the account is about to be deleted: sending again restores it.
  const [restorable, setRestorable] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '', password: '', remember: false },
    check: checkLogin,
    send: async (credentials, { remember }) => {
      onSend?.();
      const comesBack = restorable !== null;
      const answer = await signIn({ ...credentials, remember, ...(comesBack && { come_back: true }) });
      const until = answer.ok ? null : restorableUntil(answer.error);
      setRestorable(until);
      // The toast of an earlier failure is out of date.
      if (answer.ok || until !== null) toast.dismiss();
      if (until !== null) return null;
      if (!answer.ok && storeOwnDataToken(answer.error)) {
        navigate(link('/suspended'));
        return null;
      }
      if (!answer.ok) {
        const text = failureText(answer.error);
        // The specification also requires a toast here.
        toast.error(text);
        return { text };
      }
      toast.success(signedInText(comesBack));
      return null;
    },
  });
  /** The offer is for the account of this email and password alone. */
  const credential = (name: 'email' | 'password') => {
    const field = form.text(name);
    const onChange: typeof field.onChange = (event) => {
      field.onChange(event);
      setRestorable(null);
    };
    return { ...field, onChange };
  };
  return (
    <Form
      calm
      form={form}
      label="Sign in"
      heading={
        restorable !== null && (
          <Suspense>
            <Banner className="mb-4">
              <RestorableText until={restorable} />
            </Banner>
          </Suspense>
        )
      }
      submit={restorable === null ? 'Sign in' : 'Restore account'}
    >
      <Input
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...credential('email')}
      />
      <PasswordInput label="Password" autoComplete="current-password" {...credential('password')} />
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <Checkbox label="Remember me" {...form.box('remember')} />
        <Link
          to={link('/forgot-password')}
          state={{ email: form.values.email }}
          // Aligned with the checkbox, which has a small control's height.
          className={`my-[calc((var(--control-h-sm)-3rem)/2)] text-sm ${textLinkClass}`}
        >
          Forgot password?
        </Link>
      </div>
    </Form>
  );
}

/** Public numbers of the platform that are above 0, and the uptime once it is measured (R2.13). Nothing while there is only one. */
function PublicStatsPanel() {
  const { data } = usePublicStats();
  useEffect(() => {
    if (data === null) void loadPublicStats();
  }, [data]);
  const rows = [
    { label: 'Active users', value: data?.activeUsers ? `${data.activeUsers}+` : '' },
    { label: 'Projects created', value: data?.totalProjects ? `${data.totalProjects}+` : '' },
    { label: 'Uptime', value: data?.uptime_measured ? `${data.uptime}%` : '' },
  ].filter(({ value }) => value !== '');
  if (rows.length < 2) return null;
  return (
    <section
      aria-labelledby="stats-title"
      className="border-line border-t pt-8 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-12"
    >
      <h2 id="stats-title" className="eyebrow">
        Sangam in numbers
      </h2>
      <dl className="mt-4 grid grid-cols-3 gap-4 lg:grid-cols-1 lg:gap-6">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-[640] text-xl tracking-tight lg:text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
