import { describe, expect, it } from 'vitest';
import { allFieldsText, fieldStates, stillTrue } from './use-form';

describe('errors at their fields', () => {
  it('of empty fields become one message of the form', () => {
    const errors = ['email', 'password'].map((field) => ({ field, message: 'Please fill in all fields' }));
    const terms = { field: 'terms', message: 'Accept the terms' };
    expect(allFieldsText([terms, ...errors])).toBe('Please fill in all fields');
    expect(allFieldsText([terms])).toBe('');
    expect(fieldStates(errors)('password').invalid).toBe(true);
    expect(fieldStates(errors)('name')).toEqual({ invalid: false, error: undefined });
  });

  it('repeats a message about one field at each of them', () => {
    const message = 'Answer this question.';
    const field = fieldStates([
      { field: 'answers.0.answer', message },
      { field: 'answers.1.answer', message },
    ]);
    for (const name of ['answers.0.answer', 'answers.1.answer'])
      expect(field(name)).toEqual({ invalid: true, error: message });
  });
});

describe('an error', () => {
  const terms = { field: 'terms', message: 'Accept the terms' };
  const fill = { field: 'name', message: 'Please fill in all fields' };
  const taken = { field: 'email', message: 'This email has an account' };

  it('of the check disappears once it no longer holds; the others stay', () => {
    const refused = { failure: '', errors: [fill, terms], sent: null };
    expect(stillTrue(refused, () => ({ ok: false, errors: [fill] })).errors).toEqual([fill]);
    expect(stillTrue(refused, () => ({ ok: true, value: 1 })).errors).toEqual([]);
    // A new error waits for the next submit.
    expect(stillTrue(refused, () => ({ ok: false, errors: [fill, taken] })).errors).toEqual([fill]);
  });

  it('of the server disappears once its field has another value', () => {
    const refused = { failure: '', errors: [taken], sent: { value: { email: 'a@example.org', name: 'Asha' } } };
    const at = (email: string, name: string) => stillTrue(refused, () => ({ ok: true, value: { email, name } })).errors;
    expect(at('a@example.org', 'Asha')).toEqual([taken]);
    expect(at('a@example.org', 'Bina')).toEqual([taken]);
    expect(at('b@example.org', 'Asha')).toEqual([]);
  });

  it('of the whole form disappears with any change', () => {
    const refused = { failure: 'Login failed', errors: [], sent: { value: { password: 'a' } } };
    const at = (password: string) => stillTrue(refused, () => ({ ok: true, value: { password } })).failure;
    expect(at('a')).toBe('Login failed');
    expect(at('b')).toBe('');
    expect(stillTrue(refused, () => ({ ok: false, errors: [fill] })).failure).toBe('');
  });
});
