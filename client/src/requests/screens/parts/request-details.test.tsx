import { expect, it } from 'vitest';
import { ordinal } from './request-details';

it('names a place on the waitlist', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 50].map(ordinal)).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 50th'.split(' '),
  );
});
