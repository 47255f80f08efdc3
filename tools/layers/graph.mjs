import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'oxc-parser';

/**
 * An import as the source has it, types included.
 * `to` is a file of this repository, or the name of a package: `kysely`, `node:fs`.
 * @typedef {{ from: string, to: string }} Edge
 */

const WORKSPACES = ['client', 'loadtest', 'server', 'shared', 'testing', 'tools'];
/** Whether a file is a test, or helps only the tests next to it. */
export const isTest = (file) =>
  /\.test\.\w+$|^client\/(e2e|verify|src\/testing)\/|^(server|loadtest)\/system-tests\//u.test(file);
const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/u;

/** Every source file of the repository. */
export function sourceFiles() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...WORKSPACES], { encoding: 'utf8' });
  return listed.split('\n').filter((file) => /\.(ts|tsx|mjs)$/u.test(file) && existsSync(file));
}

/** @param {string[]} files @returns {Edge[]} */
export const readEdges = (files) => files.flatMap((file) => edgesOf(file, readFileSync(file, 'utf8')));

/** @param {string} file @param {string} text @returns {Edge[]} */
export function edgesOf(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map((item) => item.moduleRequest.value),
    ...module.staticExports.flatMap((item) => item.entries.map((entry) => entry.moduleRequest?.value)),
    // Dynamic imports, `await import('…')` and `import('…').Type`, which the parser's module record lacks.
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/gu)].map((match) => match[1]),
    // A query on a parameter counts as an import of Kysely.
    ...(QUERY.test(text) ? ['kysely'] : []),
  ].filter((specifier) => specifier !== undefined);
  return [...new Set(specifiers)].map((specifier) => ({ from: file, to: resolve(file, specifier) }));
}

/** @param {string} from @param {string} specifier */
function resolve(from, specifier) {
  const own = /^@sangam\/([a-z]+)\/(.+)$/u.exec(specifier);
  if (own) return source(`${own[1]}/src/${own[2]}`);
  if (specifier.startsWith('.')) return source(join(dirname(from), specifier));
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The file that a path without its source extension means. */
function source(path) {
  const stem = path.replace(/\.js$/u, '');
  return [path, `${stem}.ts`, `${stem}.tsx`, `${stem}.mjs`, `${stem}/index.ts`].find((file) => isSource(file)) ?? path;
}

const isSource = (file) => /\.[a-z]+$/u.test(file) && existsSync(file);
