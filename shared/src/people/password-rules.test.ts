import { describe, expect, it } from 'vitest';
import { checkResetPassword, isStrongEnough, passwordStrength, strengthLabel } from './password-rules.js';

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

it('requires six characters of a new password at reset', () => {
  expect(checkResetPassword('12345')).toEqual({
    ok: false,
    errors: [{ field: 'password', message: 'Password must be at least 6 characters long' }],
  });
  expect(checkResetPassword(' 123456 ')).toEqual({ ok: true, value: '123456' });
});
