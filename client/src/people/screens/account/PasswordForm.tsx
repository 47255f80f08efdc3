import type { FieldErrors } from '@sangam/shared/core/schemas';
import { accountMessages, checkResetPassword } from '@sangam/shared/people/account-forms';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, fieldErrors } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';
import { changePassword } from '../../state/account';

function check(current: string, password: string) {
  const checked = checkResetPassword(password);
  const errors: FieldErrors = current === '' ? [{ field: 'current_password', message: accountMessages.fillAll }] : [];
  if (!checked.ok) errors.push(...checked.errors);
  return checked.ok && errors.length === 0
    ? ({ ok: true, value: { current_password: current, password: checked.value } } as const)
    : ({ ok: false, errors } as const);
}

/** The current password and the new one. `onDone` is called once it is changed, or the change is given up. */
export function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { field, failure, busy, submit } = useForm({
    check: () => check(current, password),
    send: async (body) => {
      const answer = await changePassword(body);
      if (!answer.ok)
        return { text: errorText(answer.error, 'Failed to change the password'), errors: fieldErrors(answer.error) };
      toast.success('Password changed. Your other devices are signed out.');
      onDone();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Change password">
      {failure && <Banner tone="error">{failure}</Banner>}
      {/* For password managers: whose password it is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        name="current_password"
        autoComplete="current-password"
        autoFocus
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        {...field('current_password')}
      />
      <PasswordInput
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters; 8 or more recommended."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...field('password')}
      />
      <p className="text-muted text-sm">Every other device is signed out.</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Change password
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
