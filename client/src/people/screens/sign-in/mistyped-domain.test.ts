import { expect, it } from 'vitest';
import { intendedDomain } from './mistyped-domain';

it.each([
  ['asha@gmial.com', 'gmail.com'],
  ['asha@gmai.com', 'gmail.com'],
  ['asha@gmail.con', 'gmail.com'],
  ['asha@gmail.co', 'gmail.com'],
  ['Asha@GMAL.com ', 'gmail.com'],
  ['asha@gmaill.cm', 'gmail.com'],
  ['asha@yaho.com', 'yahoo.com'],
  ['asha@yahoo.co.on', 'yahoo.co.in'],
  ['asha@hotnail.com', 'hotmail.com'],
  ['asha@outlok.com', 'outlook.com'],
  ['asha@rediffmial.com', 'rediffmail.com'],
  ['asha@college.con', 'college.com'],
])('recognizes a slip: %s', (email, domain) => {
  expect(intendedDomain(email)).toBe(domain);
});

it.each([
  'asha@gmail.com',
  'asha@ymail.com',
  'asha@mail.com',
  'asha@yahoo.co.in',
  'asha@yahoo.ca',
  'asha@yahoo.co.id',
  'asha@outlook.it',
  'asha@hotmail.fr',
  'asha@iitb.ac.in',
  'asha@small.com',
  'asha@example.org',
  'asha@gm',
  'gmial.com',
  '',
])('leaves an address that may be right: %s', (email) => {
  expect(intendedDomain(email)).toBeNull();
});
