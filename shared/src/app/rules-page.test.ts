import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOCALE, TIME_ZONE } from '../core/limits.js';
import { PROJECT_CATEGORIES } from '../projects/limits.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');
const page = read('docs/rules.md');

const folders = ['client', 'server', 'shared', 'loadtest', 'testing', 'tools', 'migrations'].filter((name) =>
  existsSync(root + name),
);
const files = folders
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.(tsx?|sql)$/u.test(path) && !/\/(node_modules|dist)\//u.test(path));
const isTest = (path: string) => /\.test\.tsx?$|\/(test|e2e|verify|testing)\//u.test(path);
const sources = files.filter((path) => /^(client|server|shared)\/src\//u.test(path) && !isTest(path));

const chapter = (number: number): string =>
  page.split(/^(?=## R\d)/mu).find((text) => text.startsWith(`## R${number} `)) ?? '';
/** The cells of a chapter's tables, without their heads. */
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\| (`.*) \|$/gmu)].map(([, cells]) => (cells ?? '').split(' | '));
const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, text]) => text ?? '');

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '');
const code = sources
  .map((path) => withoutComments(read(path)))
  .join('\n')
  .replace(/\s+/gu, ' ');

/** Matches a whole literal or an element's whole text; `{…}` in the page is `${…}` in the code. */
const standsInCode = (text: string): boolean => {
  const pattern = text
    .split(/\{[^}]+\}/u)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&').replaceAll("'", "\\\\?'"))
    .join('\\$\\{.+?\\}');
  return new RegExp(`(['"\`])${pattern}\\1|[>}] ?${pattern} ?[<{]`, 'u').test(code);
};

const units: Record<string, number> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  day: 86_400_000,
  days: 86_400_000,
  KiB: 1_024,
  MiB: 1_024 ** 2,
  '%': 1,
};
const value = (text: string): number | string => {
  const [, number, unit] = /^([\d,.]+)(?: (\S+))?$/u.exec(text) ?? [];
  if (number === undefined) return text;
  return Number(number.replaceAll(',', '')) * (unit === undefined ? 1 : (units[unit] ?? Number.NaN));
};

/** The limits of all subjects, from their `limits.ts`. */
async function allLimits(): Promise<Record<string, number>> {
  const found = files.filter((path) => /^shared\/src\/[a-z]+\/limits\.ts$/u.test(path));
  const loaded = await Promise.all(found.map((path) => import(`${root}${path}`)));
  return Object.assign(
    {},
    ...loaded.flatMap((file) =>
      Object.values(file).filter((value) => typeof value === 'object' && !Array.isArray(value)),
    ),
  );
}

describe('docs/rules.md', () => {
  const texts = rows(chapter(13)).flatMap(([cell]) => quoted(cell ?? ''));

  it('quotes texts', () => {
    expect(texts.length).toBeGreaterThan(60);
  });

  it.each(texts)('quotes "%s" as the code has it', (text) => {
    expect(standsInCode(text)).toBe(true);
  });

  it('states exactly the limits of the code, with their values', async () => {
    const [, list = ''] = /^```text\n([\s\S]*?)^```/mu.exec(chapter(14)) ?? [];
    const stated = Object.fromEntries(
      [...list.matchAll(/^(\w+) +(.+)$/gmu)].map(([, name, text]) => [name, value(text ?? '')]),
    );
    expect(stated).toEqual({ ...(await allLimits()), TIME_ZONE, LOCALE });
  });

  it('lists the categories of a project', () => {
    const [, list = ''] = /The category is one of: ([^.]+)\./u.exec(page) ?? [];
    expect(quoted(list)).toEqual([...PROJECT_CATEGORIES]);
  });

  it('lists the routes of the client', () => {
    const router = files.find((path) => path.endsWith('app/router.tsx')) ?? '';
    const routes = [...read(router).matchAll(/ path="(\/[^"]*)"/gu)].map(([, path]) => path);
    const listed = rows(chapter(1)).flatMap(([cell]) => quoted(cell ?? ''));
    expect(listed.toSorted()).toEqual(routes.toSorted());
  });

  it('numbers its rules without gaps', () => {
    const numbers = [...page.matchAll(/^(?:\*\*|## |### )R(\d+)(?:\.(\d+))?/gmu)].map(([, major, minor]) => [
      Number(major),
      minor === undefined ? 0 : Number(minor),
    ]);
    const expected: number[][] = [];
    for (const [major = 0] of numbers.filter(([, minor]) => minor === 0))
      for (let minor = 0; minor < numbers.filter(([other]) => other === major).length; minor += 1)
        expected.push([major, minor]);
    expect(numbers).toEqual(expected);
  });

  it('has every rule that the page or the code refers to', () => {
    const stated = new Set([...page.matchAll(/^(?:\*\*|## |### )(R\d+(?:\.\d+)?)/gmu)].map(([, number]) => number));
    const named = ['docs/rules.md', ...files].flatMap((path) =>
      [...read(path).matchAll(/(?<![\w.])R\d+\.\d+(?![\w.]\d)/gu)].map(([number]) => ({ path, number })),
    );
    expect(named.filter(({ path }) => path !== 'docs/rules.md').length).toBeGreaterThan(30);
    expect(named.filter(({ number }) => !stated.has(number))).toEqual([]);
  });
});
