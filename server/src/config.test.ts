import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const sorted = (names: Iterable<string | undefined>) => [...new Set(names)].sort();
const metricNames = (text: string) =>
  sorted([...text.matchAll(/\bsangam_[a-z]\w+/gu)].map(([name]) => name.replace(/_(bucket|sum|count)$/u, '')));

it('every setting is in .env.example and in the table in docs/operations.md, and nothing else is', async () => {
  // `config.ts` is the only reader of the environment.
  const source = await read('server/src/config.ts');
  const asked = source.match(/'[A-Z][A-Z_]+'|\$\{provider\}_CLIENT_(?:ID|SECRET)/gu) ?? [];
  const settings = sorted(
    asked
      .map((name) => name.replaceAll("'", ''))
      .flatMap((name) => ['GOOGLE', 'GITHUB'].map((provider) => name.replace(/\$\{provider\}/u, provider)))
      .filter((name) => name.includes('_') || ['PORT', 'HOST', 'MODERATORS'].includes(name)),
  );
  const documented = [...(await read('.env.example')).matchAll(/^(\w+)=/gmu)].map(([, name]) => name);
  expect(settings.filter((name) => name !== 'NODE_ENV')).toEqual(sorted(documented));

  const [table = ''] = (await read('docs/operations.md')).split('## Health');
  const rows = [...table.matchAll(/^\| (`[^|]*`) \|/gmu)].flatMap(([, cell = '']) => cell.match(/\w+/gu) ?? []);
  expect(sorted(rows)).toEqual(settings);
});

it('every metric in docs/operations.md exists', async () => {
  const there = metricNames(
    (await Promise.all(['app/metrics/metrics.ts', 'chat/metrics.ts'].map((file) => read(`server/src/${file}`)))).join(),
  );
  for (const name of metricNames(await read('docs/operations.md'))) expect(there).toContain(name);
});
