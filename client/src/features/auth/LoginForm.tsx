import type { FieldErrors } from '@sangam/shared/contract/common';
import { checkLogin } from '@sangam/shared/rules/accounts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router-dom';
import type { ApiError } from '../../api/errors';
import { signIn } from '../../stores/session';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Input } from '../../ui/Input';
import { PasswordInput } from '../../ui/PasswordInput';
import { useSubmit } from '../../ui/use-submit';
import { textLinkClass } from './AuthLayout';
import { fieldStates, focusFirstInvalid } from './field-errors';

const failureText = (error: ApiError): string =>
  error.kind === 'server' ? error.message || 'Login failed' : 'Something went wrong. Please try again.';

/** Email and password; on success the guard of this route leads on to the dashboard. */
export function LoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>([]);
  const [failure, setFailure] = useState('');
  const field = fieldStates(errors);

  const [busy, submit] = useSubmit(async (form) => {
    const checked = checkLogin({ email, password });
    setErrors(checked.ok ? [] : checked.errors);
    setFailure('');
    if (!checked.ok) {
      focusFirstInvalid(form);
      return;
    }
    const answer = await signIn(checked.value.email, checked.value.password);
    if (answer.ok) {
      toast.success('Login successful!');
      return;
    }
    const text = failureText(answer.error);
    setFailure(text);
    toast.error(text);
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Sign in">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Input
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        {...field('email')}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...field('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox name="remember" label="Remember me" />
        <Link to="/forgot-password" className={`inline-flex min-h-control-sm items-center text-sm ${textLinkClass}`}>
          Forgot password?
        </Link>
      </div>
      <Button type="submit" variant="primary" busy={busy} block>
        Sign in
      </Button>
    </form>
  );
}
