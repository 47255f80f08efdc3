import type { FieldErrors } from '@sangam/shared/core/schemas';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { type ApiError, errorText } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Input } from '../../../ui/form/Input';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { signUp } from '../../state/sign-in';
import { StrengthMeter } from './StrengthMeter';
import { checkSignupForm, emptySignup, type SignupValues } from './signup-check';
import { TermsLabel } from './TermsLabel';

/** The server's complaints at their fields; one about the email has no other way to be seen at its field. */
const serverErrors = (error: ApiError): FieldErrors => {
  if (error.kind !== 'server') return [];
  if (error.errors) return error.errors;
  return error.code === 'EMAIL_TAKEN' ? [{ field: 'email', message: error.message }] : [];
};

/** Name, email, password twice, terms; on success the member is signed in and the guard leads on. */
export function SignupForm() {
  const [values, setValues] = useState(emptySignup);
  const change = (part: Partial<SignupValues>) => setValues((before) => ({ ...before, ...part }));
  const { field, failure, busy, submit } = useForm({
    check: () => checkSignupForm(values),
    send: async (account) => {
      const answer = await signUp(account);
      if (!answer.ok) return { text: errorText(answer.error, 'Signup failed'), errors: serverErrors(answer.error) };
      toast.success('Registration successful!');
      return null;
    },
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Create your account">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Input
        label="Full name"
        name="name"
        autoComplete="name"
        autoFocus
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
        {...field('name')}
      />
      <Input
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        value={values.email}
        onChange={(event) => change({ email: event.target.value })}
        {...field('email')}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={<StrengthMeter password={values.password} />}
        value={values.password}
        onChange={(event) => change({ password: event.target.value })}
        {...field('password')}
      />
      <PasswordInput
        label="Confirm password"
        name="confirm"
        autoComplete="new-password"
        value={values.confirm}
        onChange={(event) => change({ confirm: event.target.value })}
        {...field('confirm')}
      />
      <Checkbox
        name="terms"
        label={<TermsLabel />}
        checked={values.terms}
        onChange={(event) => change({ terms: event.target.checked })}
        error={field('terms').error}
      />
      <Button type="submit" variant="primary" busy={busy} block>
        Create account
      </Button>
    </form>
  );
}
