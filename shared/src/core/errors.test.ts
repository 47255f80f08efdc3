import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCodes } from './errors.js';

it('docs/errors.md lists every code with its status, and no other', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gmu)].map(([, code, status]) => [code, Number(status)]);
  const listed = Object.entries(errorCodes).map(([code, { status }]) => [code, status]);
  expect(documented.sort()).toEqual(listed.sort());
});
