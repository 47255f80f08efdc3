import type { FieldErrors } from '@sangam/shared/core/schemas';
import { passwordStrength, strengthLabel } from '@sangam/shared/people/password-rules';
import toast from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { type ApiError, errorText } from '../../../core/api/errors';
import { loadSite, useSite } from '../../../core/site/site';
import { useAccountLink } from '../../../lib/links/next-path';
import { cx } from '../../../ui/cx';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Form } from '../../../ui/form/Form';
import { Input } from '../../../ui/form/Input';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { signUp } from '../../state/sign-in';
import { AuthFootnote, AuthLayout, type IntentLeads, TermsLinks, textLinkClass, useIntentLead } from './AuthLayout';
import { OauthPart } from './OauthPart';
import { PasswordVerdict } from './PasswordVerdict';
import { checkSignupForm, emptySignup } from './signup-check';
import { useIntendedAddress } from './use-intended-address';

const intentLeads: IntentLeads = {
  join: 'Then you can send your join request.',
  interest: 'Then you can show your interest.',
};

/** Create an account. */
export function SignupPage() {
  const link = useAccountLink();
  return (
    <AuthLayout
      title="Create your account"
      heading="Create your account"
      lead={useIntentLead(intentLeads) ?? 'Post projects, join teams, and chat.'}
    >
      <SignupForm />
      <OauthPart />
      <AuthFootnote>
        Already have an account?{' '}
        <Link to={link('/login')} className={textLinkClass}>
          Sign in
        </Link>
      </AuthFootnote>
    </AuthLayout>
  );
}

/** Returns the server's errors by field. A taken email's refusal names no field, so it is assigned to the email. */
const serverErrors = (error: ApiError): FieldErrors => {
  if (error.kind !== 'server') return [];
  if (error.errors) return error.errors;
  return error.code === 'EMAIL_TAKEN' ? [{ field: 'email', message: error.message }] : [];
};

/** Name, email, password twice, terms. On success the member is signed in, and the guard of this route leads on. */
export function SignupForm() {
  const form = useForm({
    initial: emptySignup,
    check: checkSignupForm,
    send: async (account) => {
      const answer = await signUp({ ...account, terms_version: useSite.getState().data?.terms_version });
      if (!answer.ok && serverErrors(answer.error).some(({ field }) => field === 'terms')) void loadSite();
      if (!answer.ok) return { text: errorText(answer.error, 'Signup failed'), errors: serverErrors(answer.error) };
      toast.success('Registration successful!');
      return null;
    },
  });
  const intended = useIntendedAddress(form.values.email, (email) => form.change({ email }));
  return (
    <Form calm form={form} label="Create your account" submit="Create account">
      <Input label="Full name" autoComplete="name" autoFocus {...form.text('name')} />
      <Input
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...intended}
        {...form.text('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        aside={<StrengthWord password={form.values.password} />}
        hint={
          <>
            <StrengthMeter password={form.values.password} />
            <PasswordVerdict password={form.values.password} error={form.field('password').error} />
          </>
        }
        {...form.text('password')}
      />
      <PasswordInput label="Confirm password" autoComplete="new-password" {...form.text('confirm')} />
      <Checkbox
        label={
          <>
            I agree to the <TermsLinks />
          </>
        }
        {...form.box('terms')}
      />
    </Form>
  );
}

const STRENGTH_MAX = 5;

/** The strength of a password in a word, beside the label; empty while nothing is typed. */
const StrengthWord = ({ password }: { password: string }) => (
  <p aria-live="polite" className="text-muted text-sm">
    {password === '' ? '' : strengthLabel(passwordStrength(password))}
  </p>
);

/** The strength of a password as five bars, as wide as the field. */
function StrengthMeter({ password }: { password: string }) {
  const points = passwordStrength(password);
  return (
    <div className="py-1">
      <meter aria-label="Password strength" min={0} max={STRENGTH_MAX} value={points} className="sr-only" />
      <div aria-hidden className="flex gap-1">
        {Array.from({ length: STRENGTH_MAX }, (_, index) => index + 1).map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 flex-1 forced-color-adjust-none rounded-full transition-colors',
              step <= points ? 'bg-fg forced-colors:bg-[CanvasText]' : 'bg-line forced-colors:bg-[GrayText]',
            )}
          />
        ))}
      </div>
    </div>
  );
}
