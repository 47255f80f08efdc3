import { describe, expect, it } from 'vitest';
import {
  canonicalEmail,
  checkForgotPassword,
  checkLogin,
  checkNewEmail,
  checkSignup,
  cleanEmail,
  isEmail,
} from './account-forms.js';

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
  it('names the fault of a new address', () => {
    expect(messages(checkNewEmail(' '))).toEqual([['email', 'Email is required']]);
    expect(messages(checkNewEmail('a@b..example'))).toEqual([['email', 'Please enter a valid email address']]);
    expect(checkNewEmail(' A@Bücher.in ')).toEqual({ ok: true, value: 'a@xn--bcher-kva.in' });
  });
  it('compares emails trimmed and in lower case', () => {
    expect(cleanEmail('  Asha@Example.ORG ')).toBe('asha@example.org');
    expect(cleanEmail('ΝΊΚΟΣ@ΒΌΛΟΣ')).toBe('νίκος@βόλοσ');
  });
  it.each([
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['A@BU\u0308CHER.example', 'a@xn--bcher-kva.example'],
    ['a@ＢÜＣＨＥＲ．example', 'a@xn--bcher-kva.example'],
    ['a@XN--BCHER-KVA.example', 'a@xn--bcher-kva.example'],
    ['a@b。example', 'a@b.example'],
    ['a@b.example.', 'a@b.example'],
    ['ü+x@b.example', 'ü+x@b.example'],
    ['a@भारत.in', 'a@xn--h2brj9c.in'],
    // The domain with ς at the end is another one.
    ['A@ΒΌΛΟΣ.ΒΌΛΟΣ', 'a@xn--nxasmq6b.xn--nxasmq6b'],
    ['A@ΒΌΛΟΣ', 'a@xn--nxasmq6b'],
    ['A@ΒΌΛΟΣ.', 'a@xn--nxasmq6b'],
    ['a@βόλοσ', 'a@xn--nxasmq6b'],
    ['a@βόλος', 'a@xn--nxasmm1c'],
  ])('%s is the address %s', (email, canonical) => {
    expect([canonicalEmail(email), canonicalEmail(canonical)]).toEqual([canonical, canonical]);
    expect(isEmail(canonical)).toBe(true);
  });
  it.each(['a@b', 'asha.verma+x@example.org'])('%s is an email', (email) => expect(isEmail(email)).toBe(true));
  it.each([
    ...['a', '@b', 'a@', 'a@b\r\nBcc: c@d', 'a b@c', 'a@b@c', '<a@b>', `${'x'.repeat(260)}@y`],
    ...['a@b.example..', 'a@b..example', 'a@.b.example', 'a@.', 'a@b．．example', 'a@ü\u00adb.example'],
    // A URL would cut off, decode or drop a part of the domain.
    ...['a@ü/b.example', 'a@ü:80', 'a@ü%2eb', 'a@ü?b', 'a@ü#b', 'a@ü\\b', 'a@ü\tb', 'a@א1a.example'],
  ])('%j is not an email', (email) => expect(isEmail(canonicalEmail(email))).toBe(false));
  it.each(['a@b\r\nBcc: c@d', 'a@b, c@d', 'a b', 'a@b@c'])('%j gets no reset link', (email) =>
    expect(checkForgotPassword(email).ok).toBe(false),
  );
  it.each(['a@b.example.', 'a@b..example', 'a@'])('signs in to and resets an account stored as %s', (email) => {
    const form = { email, password: 'x' };
    expect(checkLogin(form)).toEqual({ ok: true, value: form });
    expect(checkForgotPassword(email)).toEqual({ ok: true, value: email });
  });
});
