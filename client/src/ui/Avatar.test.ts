import { expect, it } from 'vitest';
import { initials } from './Avatar';

it.each([
  ['Meera Iyer', 'MI'],
  ['  arjun  kumar nair ', 'AN'],
  ['Zoya', 'Z'],
  ['', '?'],
  ['𝒜da 🎈', '𝒜🎈'],
])('takes the initials of %j as people see letters: %s', (name, shown) => {
  expect(initials(name)).toBe(shown);
});
