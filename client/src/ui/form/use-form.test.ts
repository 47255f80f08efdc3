import { describe, expect, it } from 'vitest';
import { fieldStates } from './use-form';

describe('errors at their fields', () => {
  it('shows a shared message once, at the first field, and only marks the others', () => {
    const field = fieldStates([
      { field: 'email', message: 'Please fill in all fields' },
      { field: 'password', message: 'Please fill in all fields' },
    ]);
    expect(field('email')).toEqual({ invalid: true, error: 'Please fill in all fields' });
    expect(field('password')).toEqual({ invalid: true, error: undefined });
    expect(field('name')).toEqual({ invalid: false, error: undefined });
  });
});
