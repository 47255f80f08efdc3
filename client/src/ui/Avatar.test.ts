import { expect, it } from 'vitest';
import { initials } from './Avatar';

it.each([
  ['Meera Iyer', 'MI'],
  ['  arjun  kumar nair ', 'AN'],
  ['Zoya', 'Z'],
  ['', '?'],
  ['𝒜da 🎈', '𝒜🎈'],
])('returns the visible letters of %j as initials: %s', (name, shown) => {
  expect(initials(name)).toBe(shown);
});
