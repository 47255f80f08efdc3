import type { Checked } from '@sangam/shared/core/field-errors';
import type { FieldErrors } from '@sangam/shared/core/schemas';
import { accountMessages } from '@sangam/shared/people/account-messages';
import type { checkNewPassword } from '@sangam/shared/people/password-rules';
import { Form } from '../../../ui/form/Form';
import { PasswordInput } from '../../../ui/form/PasswordInput';
import { type Refusal, useForm } from '../../../ui/form/use-form';
import { PasswordVerdict } from './PasswordVerdict';

type Rule = typeof checkNewPassword;

function check({ password, confirm }: { password: string; confirm: string }, rule: Rule): Checked<string> {
  const checked = rule(password);
  const errors: FieldErrors = checked.ok ? [] : [...checked.errors];
  if (confirm === '') errors.push({ field: 'confirm', message: accountMessages.fillAll });
  else if (checked.ok && confirm.trim() !== checked.value)
    errors.push({ field: 'confirm', message: accountMessages.passwordsDiffer });
  return checked.ok && errors.length === 0 ? checked : { ok: false, errors };
}

interface NewPasswordFormProps {
  label: string;
  submit: string;
  /** The length that the password must have. */
  rule: Rule;
  hint: string;
  /** Sends the password; null when it succeeded. */
  send: (password: string) => Promise<Refusal | null>;
}

/** A new password, twice. */
export function NewPasswordForm({ label, submit, rule, hint, send }: NewPasswordFormProps) {
  const form = useForm({
    initial: { password: '', confirm: '' },
    check: (values) => check(values, rule),
    send,
  });
  return (
    <Form calm form={form} label={label} submit={submit}>
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        autoFocus
        hint={
          <>
            {hint}
            <PasswordVerdict password={form.values.password} error={form.field('password').error} />
          </>
        }
        {...form.text('password')}
      />
      <PasswordInput label="Confirm new password" autoComplete="new-password" {...form.text('confirm')} />
    </Form>
  );
}
