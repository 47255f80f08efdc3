import type { FieldErrors } from '@sangam/shared/core/schemas';
import { accountMessages, checkResetPassword } from '@sangam/shared/people/account-forms';
import { Form } from '../../../ui/form/Form';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { type Checked, type Refusal, useForm } from '../../../ui/form/use-form';

function check({ password, confirm }: { password: string; confirm: string }): Checked<string> {
  const checked = checkResetPassword(password);
  const errors: FieldErrors = checked.ok ? [] : [...checked.errors];
  if (confirm === '') errors.push({ field: 'confirm', message: accountMessages.fillAll });
  else if (checked.ok && confirm.trim() !== checked.value)
    errors.push({ field: 'confirm', message: accountMessages.passwordsDiffer });
  return checked.ok && errors.length === 0 ? checked : { ok: false, errors };
}

interface NewPasswordFormProps {
  label: string;
  submit: string;
  /** Sends the password; null when it succeeded. */
  send: (password: string) => Promise<Refusal | null>;
}

/** A new password, twice. */
export function NewPasswordForm({ label, submit, send }: NewPasswordFormProps) {
  const form = useForm({ initial: { password: '', confirm: '' }, check, send });
  return (
    <Form form={form} label={label} submit={submit}>
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        autoFocus
        hint="At least 6 characters; 8 or more recommended."
        {...form.text('password')}
      />
      <PasswordInput label="Confirm new password" autoComplete="new-password" {...form.text('confirm')} />
    </Form>
  );
}
