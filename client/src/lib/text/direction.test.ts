import { expect, it } from 'vitest';
import { directionOf } from './direction';

it.each([
  ['مشروع الألغاز', 'rtl'],
  ['12. שלום', 'rtl'],
  ['Stepwell مشروع', 'ltr'],
  ['पुरानी बावड़ी', 'ltr'],
  ['', 'ltr'],
])('begins %j where its first letter does', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
