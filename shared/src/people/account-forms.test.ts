import { describe, expect, it } from 'vitest';
import {
  checkLogin,
  checkResetPassword,
  checkSignup,
  cleanEmail,
  isEmail,
  isStrongEnough,
  passwordStrength,
  strengthLabel,
} from './account-forms.js';

describe('password strength', () => {
  it.each([
    ['', 0, 'Weak'],
    ['abc', 1, 'Weak'],
    ['abcdefgh', 2, 'Weak'],
    ['Abcdefgh', 3, 'Fair'],
    ['Abcdefg1', 4, 'Good'],
    ['Abcdef1!', 5, 'Strong'],
    ['Aa1!', 4, 'Good'],
  ])('%j has %i points: %s', (password, points, label) => {
    expect(passwordStrength(password)).toBe(points);
    expect(strengthLabel(points)).toBe(label);
  });
  it('needs three points at sign-up', () => {
    expect(isStrongEnough('abcdefgh')).toBe(false);
    expect(isStrongEnough('Abcdefgh')).toBe(true);
  });
});

const messages = (checked: { ok: boolean; errors?: { field: string; message: string }[] }) =>
  'errors' in checked ? checked.errors?.map(({ field, message }) => [field, message]) : [];

describe('sign-up and login fields', () => {
  it('cleans valid fields', () => {
    expect(checkSignup({ name: ' Asha ', email: ' A@B.in ', password: ' Passw0rd ' })).toEqual({
      ok: true,
      value: { name: 'Asha', email: 'a@b.in', password: 'Passw0rd' },
    });
    expect(checkLogin({ email: ' A@B ', password: ' x ' })).toEqual({
      ok: true,
      value: { email: 'a@b', password: 'x' },
    });
  });
  it('names the fault of each field', () => {
    expect(messages(checkSignup({ name: ' \u200b', email: 'x', password: 'abc' }))).toEqual([
      ['name', 'Please fill in all fields'],
      ['email', 'Please enter a valid email address'],
      ['password', 'Please choose a stronger password'],
    ]);
    expect(messages(checkLogin({ email: 'x', password: ' ' }))).toEqual([
      ['email', 'Please enter a valid email address'],
      ['password', 'Please fill in all fields'],
    ]);
  });
  it('requires six characters of a new password at reset', () => {
    expect(messages(checkResetPassword('12345'))).toEqual([
      ['password', 'Password must be at least 6 characters long'],
    ]);
    expect(checkResetPassword(' 123456 ')).toEqual({ ok: true, value: '123456' });
  });
});

describe('an email', () => {
  it('compares emails trimmed and in lower case', () => {
    expect(cleanEmail('  Asha@Example.ORG ')).toBe('asha@example.org');
  });
  it.each(['a@b', 'asha.verma+x@example.org'])('%s is an email', (email) => expect(isEmail(email)).toBe(true));
  it.each(['a', '@b', 'a@', 'a@b\r\nBcc: c@d', 'a b@c', 'a@b@c', '<a@b>', `${'x'.repeat(260)}@y`])(
    '%j is not an email',
    (email) => expect(isEmail(email)).toBe(false),
  );
});
