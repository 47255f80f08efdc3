import type { Checked } from '@sangam/shared/core/field-errors';
import type { FieldErrors } from '@sangam/shared/core/schemas';
import { checkSignup } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';

export const emptySignup = { name: '', email: '', password: '', confirm: '', terms: false };

/** Checks the rules that client and server share, and the two fields that only the page has. */
export function checkSignupForm(
  values: typeof emptySignup,
): Checked<{ name: string; email: string; password: string }> {
  const checked = checkSignup(values);
  const errors: FieldErrors = checked.ok ? [] : [...checked.errors];
  if (values.confirm === '') errors.push({ field: 'confirm', message: accountMessages.fillAll });
  else if (values.confirm.trim() !== values.password.trim())
    errors.push({ field: 'confirm', message: accountMessages.passwordsDiffer });
  if (!values.terms) errors.push({ field: 'terms', message: accountMessages.acceptTerms });
  return checked.ok && errors.length === 0 ? checked : { ok: false, errors };
}
