import { expect, it } from 'vitest';
import { filterLink, readFilter } from './use-project-filter';

it.each([
  ['', '/projects'],
  ['?search=%20rover%20&category=ai-ml&other=1', '/projects?search=rover&category=ai-ml'],
  ['?search=&category=no-such', '/projects'],
  ['?category=other', '/projects?category=other'],
  [`?search=${'a'.repeat(200)}`, `/projects?search=${'a'.repeat(100)}`],
])('the filter of %j has the address %s', (query, link) => {
  expect(filterLink(readFilter(query))).toBe(link);
});
