import type { FieldErrors } from '@sangam/shared/core/schemas';
import { accountMessages, checkSignup } from '@sangam/shared/people/account-forms';

export interface SignupValues {
  name: string;
  email: string;
  password: string;
  confirm: string;
  terms: boolean;
}

export const emptySignup: SignupValues = { name: '', email: '', password: '', confirm: '', terms: false };

/** The account rules of both sides, and the two fields that only the page knows. */
export function checkSignupForm(values: SignupValues) {
  const checked = checkSignup(values);
  const errors: FieldErrors = checked.ok ? [] : [...checked.errors];
  if (values.confirm === '') errors.push({ field: 'confirm', message: accountMessages.fillAll });
  else if (values.confirm.trim() !== values.password.trim())
    errors.push({ field: 'confirm', message: accountMessages.passwordsDiffer });
  if (!values.terms) errors.push({ field: 'terms', message: accountMessages.acceptTerms });
  return checked.ok && errors.length === 0
    ? ({ ok: true, value: checked.value } as const)
    : ({ ok: false, errors } as const);
}
