import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { promises } from './reporter.mjs';

it('every promise of docs/reliability.md names tests that exist', () => {
  expect(promises.length).toBeGreaterThan(10);
  expect(promises.filter(({ promise, files }) => promise === '' || files.length === 0)).toEqual([]);
  expect(promises.flatMap(({ files }) => files).filter((file) => !existsSync(file))).toEqual([]);
});
