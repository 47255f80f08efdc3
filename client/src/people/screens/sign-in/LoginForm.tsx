import { checkLogin } from '@sangam/shared/people/account-forms';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router-dom';
import { type ApiError, errorText } from '../../../core/api/errors';
import { useAccountLink } from '../../../lib/links/next-path';
import { Button } from '../../../ui/button/Button';
import { Checkbox } from '../../../ui/form/Checkbox';
import { Input } from '../../../ui/form/Input';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { isAboutToBeDeleted, signedInText } from '../../state/about-to-be-deleted';
import { signIn } from '../../state/sign-in';
import { textLinkClass } from './AuthLayout';

const failureText = (error: ApiError): string =>
  errorText(error, error.kind === 'server' ? 'Login failed' : 'Something went wrong. Please try again.');

/** Email and password; `onSend` is told that what led here is past. On success the guard of this route leads on to where one was going. */
export function LoginForm({ onSend }: { onSend?: () => void }) {
  const link = useAccountLink();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  // The account is about to be deleted: the next press keeps it.
  const [comesBack, setComesBack] = useState(false);
  const { field, failure, busy, submit } = useForm({
    check: () => checkLogin({ email, password }),
    send: async (credentials) => {
      onSend?.();
      const answer = await signIn({ ...credentials, remember, ...(comesBack && { come_back: true }) });
      setComesBack(!answer.ok && isAboutToBeDeleted(answer.error));
      if (!answer.ok) return { text: failureText(answer.error) };
      // What asked for one more press is past.
      toast.dismiss();
      toast.success(signedInText(comesBack));
      return null;
    },
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
        onChange={(event) => {
          setEmail(event.target.value);
          setComesBack(false);
        }}
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
        <Checkbox
          name="remember"
          label="Remember me"
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <Link
          to={link('/forgot-password')}
          className={`inline-flex min-h-control-sm items-center text-sm ${textLinkClass}`}
        >
          Forgot password?
        </Link>
      </div>
      <Button type="submit" variant="primary" busy={busy} block>
        {comesBack ? 'Come back' : 'Sign in'}
      </Button>
    </form>
  );
}
