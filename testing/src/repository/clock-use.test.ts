import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const clocks = ['client/src/lib/clock.ts', 'server/src/platform/lib/clock.ts'];
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//u.test(path);

it('reads the system’s clock only in the clock modules, since it may be set back', () => {
  const sources = ['client/src', 'server/src', 'shared/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.tsx?$/u.test(path) && !isTest(path)),
  );
  expect(sources).toEqual(expect.arrayContaining(clocks));
  const readers = sources.filter((path) => /Date\.now\b|new Date\(\)/u.test(readFileSync(new URL(path, root), 'utf8')));
  expect(readers.toSorted()).toEqual(clocks);
});
