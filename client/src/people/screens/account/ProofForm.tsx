import { accountMessages } from '@sangam/shared/people/account-messages';
import type { ReactNode } from 'react';
import { type ApiError, errorText, refusalOf } from '../../../core/api/errors';
import { Form } from '../../../ui/form/Form';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { useForm } from '../../../ui/form/use-form';

interface ProofFormProps {
  /** The form's label for assistive technology. */
  label: string;
  /** Says what confirming does. */
  children: ReactNode;
  confirm: string;
  variant?: 'primary' | 'danger';
  /** Tells password managers which account the password belongs to. */
  email: string;
  hasPassword: boolean;
  /** Sends the password, '' for a member without one. Returns the error, or null on success. */
  send: (password: string) => Promise<ApiError | null>;
  failed: string;
  onCancel: () => void;
}

/** Confirms a sensitive action, such as deleting the account. Asks for the password if the member has one. */
export function ProofForm({ label, children, confirm, variant = 'primary', onCancel, ...rest }: ProofFormProps) {
  const { email, hasPassword, send, failed } = rest;
  const form = useForm({
    initial: { current_password: '' },
    check: ({ current_password }) =>
      hasPassword && current_password === ''
        ? { ok: false, errors: [{ field: 'current_password', message: accountMessages.fillAll }] }
        : { ok: true, value: current_password },
    send: async (password) => {
      const error = await send(password);
      if (error === null) return null;
      return hasPassword ? refusalOf(error, failed) : { text: errorText(error, failed) };
    },
  });
  return (
    <Form
      form={form}
      label={label}
      submit={confirm}
      variant={variant}
      focusSubmit={!hasPassword && variant !== 'danger'}
      onCancel={onCancel}
    >
      <div className="text-muted text-sm">{children}</div>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          autoFocus
          {...form.text('current_password')}
        />
      )}
    </Form>
  );
}
