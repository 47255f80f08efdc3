import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');
const page = read('docs/architecture.md');
const chapter = (title: string): string =>
  page.split(/^(?=## )/mu).find((text) => text.startsWith(`## ${title}\n`)) ?? '';
/** Returns the whole items of a list: an indented line continues the one above. */
const items = (text: string): string[] =>
  text
    .replace(/\n +/gu, ' ')
    .split('\n')
    .filter((line) => /^(?:-|\d+\.) /u.test(line));
const numberIn = (path: string, name: string): number =>
  Number(new RegExp(`${name} = (\\d+)`, 'u').exec(read(path))?.[1]);

const subjects = [...chapter('Subjects').matchAll(/^\| `(\w+)` \|/gmu)].map(([, subject]) => subject ?? '');

describe('docs/architecture.md', () => {
  it('lists the subjects in the order of the import rules', () => {
    const [, order = ''] = /^const SUBJECTS = \[([^\]]+)\]/mu.exec(read('tools/layers/rules.mjs')) ?? [];
    expect(subjects).toEqual([...order.matchAll(/'(\w+)'/gu)].map(([, subject]) => subject));
  });

  it.each([
    ['server/src', ['app', 'platform', 'seed']],
    ['client/src', ['app', 'core', 'lib', 'styles', 'testing', 'ui']],
    ['shared/src', ['app', 'core']],
  ])('leaves out no subject of %s', (folder, others) => {
    const folders = readdirSync(root + folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual([...subjects, ...others].toSorted());
  });

  it('states the sizes that npm run layers allows', () => {
    const sizes = 'tools/layers/sizes.mjs';
    expect(page).toContain(`no folder with more than ${numberIn(sizes, 'FILES_MAX')} source files`);
    expect(page).toContain(`no file of more than ${numberIn(sizes, 'LINES_MAX')} lines`);
  });

  it('names only events that exist in the life of a message', () => {
    const events = [...chapter('The life of a message').matchAll(/`(\w+:\w+)`/gu)].map(([, event]) => event ?? '');
    const contract = read('shared/src/chat/events.ts') + read('server/src/chat/events.ts');
    expect(events).toContain('messages:sent');
    expect(events.filter((event) => !contract.includes(`'${event}'`))).toEqual([]);
  });

  it('names a file or a page for each invariant', () => {
    const invariants = items(chapter('Invariants'));
    expect(invariants.length).toBeGreaterThan(20);
    expect(invariants.filter((item) => !/`[\w-]+\/[\w./-]+`|\]\([\w/.#-]+\)/u.test(item))).toEqual([]);
  });
});
