import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const skipped = new Set(['node_modules', 'dist', '.git', 'data', 'screenshots']);

function list(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return skipped.has(entry.name) ? [] : [`${path}/`, ...list(path)];
  });
}

const files = list('');
const pages = files.filter((path) => /^(?:[A-Z]+\.md|docs\/.*\.md)$/u.test(path));
/** Files that pages mention although they are not in the repository. */
const externalFiles = new Set(['docker-compose.override.yml', 'terms.md', 'support.md', 'about.md']);
const looksLikeFile = /^[\w@.-]*[\w@-](?:\/[\w@.-]+)*\.(?:tsx?|mjs|sql|md|json|ya?ml|cfg|css)$/u;
const tops = files.filter((path) => /^[\w.-]+\/$/u.test(path));

const prose = (path: string): string => readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```$/gmu, '');

/** Files and folders that a page mentions, in full or by the end of their path. */
const namedPaths = (path: string): string[] =>
  [...prose(path).matchAll(/`([^`\n]+)`/gu)]
    .map(([, text]) => text ?? '')
    .filter(
      (text) => !externalFiles.has(text) && (looksLikeFile.test(text) || tops.some((top) => text.startsWith(top))),
    )
    .filter((text) => !/[*{}<> ]/u.test(text));

const exists = (name: string): boolean => {
  const end = name.replace(/\/$/u, '');
  return files.some((path) => `/${path}`.replace(/\/$/u, '').endsWith(`/${end}`));
};

it.each(pages)('%s names only files that exist', (page) => {
  expect(namedPaths(page).filter((name) => !exists(name))).toEqual([]);
});

it.each(pages)('%s links only to files that exist', (page) => {
  const links = [...prose(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)(?:#[^)]*)?\)/gu)].map(
    ([, link]) => link ?? '',
  );
  const broken = links.filter((link) => !existsSync(join(root, dirname(page), link)));
  expect(broken.map((link) => relative('.', link))).toEqual([]);
});

it.each([...pages, 'package.json', 'Dockerfile', 'docker-compose.yml'])(
  '%s starts only programs that exist',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const started = [...text.matchAll(/\bserver\/dist\/([\w/-]+)\.js\b/gu)].map(
      ([, name = '']) => `server/src/${name}.ts`,
    );
    expect(started.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  },
);

/** The anchor that GitHub gives a heading. */
const anchors = (path: string): string[] =>
  [...prose(path).matchAll(/^#+ (.+)$/gmu)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it.each(pages)('%s links only to headings that exist', (page) => {
  const links = [...prose(page).matchAll(/\]\(((?!https?:|mailto:)[^)#]*)#([^)]+)\)/gu)];
  const broken = links.filter(
    ([, path = '', anchor = '']) => !anchors(path === '' ? page : join(dirname(page), path)).includes(anchor),
  );
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** The rows of each table of a page. */
const tables = (path: string): string[][] =>
  prose(path)
    .replace(/`[^`\n]*`|\\\|/gu, '')
    .split(/\n(?!\|)/u)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((rows) => rows.length > 0);

it.each(pages)('%s has complete tables: a head, and the same number of cells in each row', (page) => {
  for (const [head = '', line = '', ...rows] of tables(page)) {
    expect(line, head).toMatch(/^\|[-|]+\|$/u);
    for (const row of rows) expect(row.split('|').length, row).toBe(head.split('|').length);
  }
});

it('the layout in README.md names only folders and files that exist', () => {
  const [, layout = ''] =
    /^## Layout\n\n```\n([\s\S]*?)^```/mu.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const paths = layout
    .split('\n')
    .map((line) => line.split(/\s{2,}/u)[0] ?? '')
    .flatMap((column) => column.split(', '))
    .filter((path) => path !== '');
  expect(paths.length).toBeGreaterThan(8);
  const subjects = ['contact', 'people', 'projects', 'requests', 'chat', 'notices', 'trust'];
  const all = paths.flatMap((path) =>
    path.includes('<subject>') ? subjects.map((one) => path.replace('<subject>', one)) : [path],
  );
  expect(all.filter((path) => !exists(path))).toEqual([]);
});

it('README.md links to every page of docs', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const top = pages.filter((path) => /^docs\/[\w-]+\.md$/u.test(path));
  expect(top.length).toBeGreaterThan(15);
  expect(top.filter((path) => !readme.includes(`](${path})`))).toEqual([]);
});

it.each(pages.filter((path) => /^docs\/decisions\/\d/u.test(path)))(
  '%s states a decision, its reason and the rejected alternatives',
  (page) => {
    for (const part of ['Decision', 'Reason', 'Refused']) expect(prose(page)).toContain(`\n**${part}.** `);
  },
);

it('docs/decisions/README.md lists every decision by its title', () => {
  const list = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  const decisions = pages.filter((path) => /^docs\/decisions\/\d/u.test(path));
  const rows = decisions.map((path) => {
    const [, number = '', title = ''] = /^# (\d{4}) (.+)$/mu.exec(readFileSync(join(root, path), 'utf8')) ?? [];
    return `| [${number}](${path.slice('docs/decisions/'.length)}) | ${title} |`;
  });
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !list.includes(row))).toEqual([]);
});
