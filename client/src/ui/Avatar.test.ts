import { expect, it } from 'vitest';
import { initials } from './Avatar';

it.each([
  ['Meera Iyer', 'MI'],
  ['  arjun  kumar nair ', 'AN'],
  ['Zoya', 'Z'],
  ['', '?'],
  ['𝒜da 🎈', '𝒜🎈'],
  ['محمد العربي (المطور)', 'ما'],
  ['“Ox” (a game) – II', 'OI'],
  ['Jean-Luc O’Brien', 'JO'],
  ['…', '?'],
  ['👩‍🚀 Ziya Nair', '👩‍🚀N'],
  ['தமிழ் சுப்பிரமணியன்', 'தசு'],
  ['निखिल गुप्ता', 'निगु'],
])('returns the visible letters of %j as initials: %s', (name, shown) => {
  expect(initials(name)).toBe(shown);
});
