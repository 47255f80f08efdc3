import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/add-a-feature.md`, 'utf8');
const rows = [...page.matchAll(/^\| `([^`]+)` \| .* \| ([^|]*)\|$/gmu)].map(([, path, found]) => ({
  path: path ?? '',
  found: (found ?? '').trim(),
}));

const code = ['client', 'loadtest', 'server', 'shared', 'testing', 'tools']
  .flatMap((top) => readdirSync(root + top, { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`))
  .filter((path) => /\.tsx?$/u.test(path) && !/\/(?:node_modules|dist)\//u.test(path));

/** Finds files with a type that must list every one of these names, so that a new name does not compile until it is added. */
const listing = (names: string): string[] => {
  const mapped = new RegExp(`(?<!Partial<)Record<(?:${names}),|\\[\\w+ in (?:${names})\\](?!\\?)`, 'u');
  const oneOfThem = new RegExp(`\\}\\[(?:${names})\\]`, 'u');
  return code.filter((path) =>
    readFileSync(root + path, 'utf8')
      .split('\n')
      .some((line) => mapped.test(line) && !oneOfThem.test(line)),
  );
};
// Types of the contract and of the platform list nothing.
const generic = ['shared/src/app/', 'server/src/platform/'];

describe('docs/add-a-feature.md', () => {
  it.each([
    ['event', 'ServerEvent|keyof DomainEvents'],
    ['call', 'CallName'],
  ])('names every file that does not compile without a new %s', (kind, names) => {
    const named = rows.filter(({ found }) => found === `compiler (${kind})`).map(({ path }) => path);
    const forced = listing(names).filter((path) => !generic.some((folder) => path.startsWith(folder)));
    expect(named.length).toBeGreaterThan(0);
    expect(named.toSorted()).toEqual(forced.toSorted());
  });

  it.each(rows.map(({ path }) => path))('names %s, which has the example in it', (path) => {
    // The wire has one hash.
    const example = path.endsWith('wire.test.ts') ? /./u : /save/iu;
    expect(readFileSync(root + path, 'utf8')).toMatch(example);
  });

  const isDocument = (path: string) => path.startsWith('docs/');
  const isTest = (path: string) => /\.test\.tsx?$|\/(?:testing|verify|system-tests)\//u.test(path);

  it('edits no file of the product outside its subject, but for the schema', () => {
    const product = rows.map(({ path }) => path).filter((path) => !isTest(path) && !isDocument(path));
    const schema = /^migrations\/|tables\.generated\.ts$/u;
    expect(product.filter((path) => !schema.test(path) && !/\/src\/chat\//u.test(path))).toEqual([]);
  });

  it('counts its files', () => {
    const tests = rows.filter(({ path }) => isTest(path)).length;
    const documents = rows.filter(({ path }) => isDocument(path)).length;
    expect(rows.length).toBeGreaterThan(30);
    expect(page).toContain(
      `${rows.length - tests - documents} files of the product, ${tests} of tests, ${documents} documents.`,
    );
  });
});
