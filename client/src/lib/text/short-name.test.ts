import { expect, it } from 'vitest';
import { shortName } from './short-name';

it('leaves room for the words after a long name', () => {
  expect(shortName('Asha Verma')).toBe('Asha Verma');
  expect(shortName('Lakshmi Narayanan Venkataraman')).toBe('Lakshmi Narayan…');
  expect(shortName('Sri Venkateswaran')).toBe('Sri Venkateswar…');
});
