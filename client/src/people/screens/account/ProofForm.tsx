import { accountMessages } from '@sangam/shared/people/account-forms';
import { type ReactNode, useState } from 'react';
import { type ApiError, errorText, fieldErrors } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';
import { Banner } from '../../../ui/page/Banner';

interface ProofFormProps {
  /** What is confirmed, for assistive technology. */
  label: string;
  /** What will happen. */
  children: ReactNode;
  confirm: string;
  variant?: 'primary' | 'danger';
  /** Tells password managers whose password is asked for. */
  email: string;
  hasPassword: boolean;
  /** With the password, '' of who has none; the error, or null once it is done. */
  send: (password: string) => Promise<ApiError | null>;
  failed: string;
  onCancel: () => void;
}

/** Asks for the password once more, of who has one, before how they sign in is changed or the account is deleted. */
export function ProofForm({
  label,
  children,
  confirm,
  variant = 'primary',
  email,
  hasPassword,
  send,
  failed,
  onCancel,
}: ProofFormProps) {
  const [password, setPassword] = useState('');
  const { field, failure, busy, submit } = useForm({
    check: () =>
      hasPassword && password === ''
        ? ({ ok: false, errors: [{ field: 'current_password', message: accountMessages.fillAll }] } as const)
        : ({ ok: true, value: password } as const),
    send: async (value) => {
      const error = await send(value);
      return error && { text: errorText(error, failed), errors: hasPassword ? fieldErrors(error) : [] };
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid w-full gap-4" aria-label={label}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className="text-muted text-sm">{children}</div>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordInput
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...field('current_password')}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={variant} busy={busy} autoFocus={!hasPassword && variant !== 'danger'}>
          {confirm}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
