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

/**
 * Finds files with a type that must list every one of these names, so that a new name does not compile until it is added. A file may give
 * some of the names an alias, which others may import.
 */
const listing = (names: string): string[] => {
  const named = new RegExp(`^(?:export )?type (\\w+) = (?:Extract<|Exclude<)?(?:${names})\\b`, 'gmu');
  const aliasesIn = (text: string) => [...text.matchAll(named)].map(([, alias = '']) => alias);
  const exported = code
    .map((path) => readFileSync(root + path, 'utf8'))
    .flatMap((text) => aliasesIn(text).filter((alias) => text.includes(`export type ${alias} =`)));
  return code.filter((path) => {
    const text = readFileSync(root + path, 'utf8');
    const imported = exported.filter((alias) => new RegExp(`^import [^;]*\\b${alias}\\b[^;]*;`, 'mu').test(text));
    const all = [names, ...aliasesIn(text), ...imported].join('|');
    const mapped = new RegExp(`(?<!Partial<)Record<(?:Exclude<)?(?:${all})\\b|\\[\\w+ in (?:${all})\\](?!\\?)`, 'u');
    const indexedBy = new RegExp(`\\}\\[(?:${all})\\]`, 'u');
    return text.split('\n').some((line) => mapped.test(line) && !indexedBy.test(line));
  });
};
// Types of the contract and of the platform list no names.
const generic = ['shared/src/app/', 'server/src/platform/'];

/** The kinds of names in `compiler (call, event)`. */
const compiledFor = (found: string): string[] => /^compiler \((.+)\)$/u.exec(found)?.[1]?.split(', ') ?? [];

describe('docs/add-a-feature.md', () => {
  it.each([
    ['event', 'ServerEvent|keyof DomainEvents|keyof typeof (?:s|chatS)erverEvents'],
    ['client event', 'ClientEvent|keyof typeof (?:c|chatC)lientEvents'],
    ['call', 'CallName'],
    ['act', 'ActKind'],
  ])('names every file that does not compile without a new %s', (kind, names) => {
    const named = rows.filter(({ found }) => compiledFor(found).includes(kind)).map(({ path }) => path);
    const forced = listing(names).filter((path) => !generic.some((folder) => path.startsWith(folder)));
    expect(named.length).toBeGreaterThan(0);
    expect(named.toSorted()).toEqual(forced.toSorted());
  });

  it('names every file that contains the example action', () => {
    const namesSaveAct = /'(?:message:)?save'|^ +save:/mu;
    const named = rows.map(({ path }) => path);
    const found = code.filter((path) => namesSaveAct.test(readFileSync(root + path, 'utf8')));
    expect(found.filter((path) => !named.includes(path) && !path.endsWith('/add-a-feature.test.ts'))).toEqual([]);
  });

  it.each(rows.map(({ path }) => path))('names %s, which contains the example', (path) => {
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
