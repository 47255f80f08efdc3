import { describe, expect, it } from 'vitest';
import { checkSignupForm, emptySignup } from './signup-check';

describe('the sign-up form', () => {
  const good = { name: 'Meera', email: 'a@b.c', password: 'Abcdefg1', confirm: 'Abcdefg1', terms: true };
  const faults = (values: Partial<typeof good>) => {
    const checked = checkSignupForm({ ...good, ...values });
    return checked.ok ? [] : checked.errors.map(({ field, message }) => `${field}: ${message}`);
  };

  it('accepts a complete form, trimmed', () => {
    expect(checkSignupForm({ ...good, email: ' A@b.C ', confirm: ' Abcdefg1' })).toEqual({
      ok: true,
      value: { name: 'Meera', email: 'a@b.c', password: 'Abcdefg1' },
    });
  });

  it('shows each error at its field in the words of R13.1', () => {
    expect(faults({ confirm: 'Abcdefg2' })).toEqual(['confirm: Passwords do not match']);
    expect(faults({ password: 'abc', confirm: 'abc' })).toEqual(['password: Please choose a stronger password']);
    expect(faults({ email: 'nowhere' })).toEqual(['email: Please enter a valid email address']);
    expect(faults({ terms: false })).toHaveLength(1);
  });

  it('requires every field', () => {
    const checked = checkSignupForm(emptySignup);
    expect(checked.ok ? [] : checked.errors.map((item) => item.field)).toEqual([
      'name',
      'email',
      'password',
      'confirm',
      'terms',
    ]);
  });
});
