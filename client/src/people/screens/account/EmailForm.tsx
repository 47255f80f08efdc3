import type { FieldErrors } from '@sangam/shared/core/schemas';
import type { EmailBody } from '@sangam/shared/people/account';
import { accountMessages, checkForgotPassword } from '@sangam/shared/people/account-forms';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, fieldErrors } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { Input } from '../../../ui/form/Input';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { changeEmail } from '../../state/account';

function check(email: string, current_password: string, hasPassword: boolean) {
  const checked = checkForgotPassword(email);
  const isMissing = hasPassword && current_password === '';
  const errors: FieldErrors = checked.ok ? [] : [...checked.errors];
  if (isMissing) errors.push({ field: 'current_password', message: accountMessages.fillAll });
  return checked.ok && !isMissing
    ? ({ ok: true, value: { email: checked.value, current_password } satisfies EmailBody } as const)
    : ({ ok: false, errors } as const);
}

/** Another address, and the password of who has one. `onDone` is called once the link is on its way, or the change is given up. */
export function EmailForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { field, failure, busy, submit } = useForm({
    check: () => check(email, password, hasPassword),
    send: async (body) => {
      const answer = await changeEmail(body);
      if (!answer.ok)
        return {
          text: errorText(answer.error, 'Failed to change the address'),
          errors: hasPassword ? fieldErrors(answer.error) : [],
        };
      toast.success(`A link is on its way to ${body.email}`);
      onDone();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Change address">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Input
        label="New email address"
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        {...field('email')}
      />
      {hasPassword && (
        <PasswordInput
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...field('current_password')}
        />
      )}
      <p className="text-muted text-sm">We mail a link there, and tell your present address.</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Mail the link
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
