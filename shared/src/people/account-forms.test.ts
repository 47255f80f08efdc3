import { describe, expect, it } from 'vitest';
import { checkForgotPassword, checkLogin, checkSignup, cleanEmail, isEmail } from './account-forms.js';

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
});

describe('an email', () => {
  it('names the fault of an address for a reset link', () => {
    expect(messages(checkForgotPassword(' '))).toEqual([['email', 'Email is required']]);
    expect(messages(checkForgotPassword('x'))).toEqual([['email', 'Please enter a valid email address']]);
    expect(checkForgotPassword(' A@B.in ')).toEqual({ ok: true, value: 'a@b.in' });
  });
  it('compares emails trimmed and in lower case', () => {
    expect(cleanEmail('  Asha@Example.ORG ')).toBe('asha@example.org');
  });
  it.each(['a@b', 'asha.verma+x@example.org'])('%s is an email', (email) => expect(isEmail(email)).toBe(true));
  it.each([
    ...['a', '@b', 'a@', 'a@b\r\nBcc: c@d', 'a b@c', 'a@b@c', '<a@b>', `${'x'.repeat(260)}@y`],
    // Domains spelled in a second way would make a second account with the same mailbox.
    ...['a@b.example.', 'a@b.example..', 'a@b..example', 'a@.b.example', 'a@.', 'a@b。example', 'a@b．example．'],
  ])('%j is not an email', (email) => expect(isEmail(cleanEmail(email))).toBe(false));
  it('signs in an account whose stored address sign-up no longer accepts', () => {
    const form = { email: 'a@b.example.', password: 'x' };
    expect(checkLogin(form)).toEqual({ ok: true, value: form });
  });
});
