import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('each migration has its own number', async () => {
  const names = await readdir(fileURLToPath(new URL('../../../migrations', import.meta.url)));
  expect(names.filter((name) => !/^\d{4}-[a-z-]+\.sql$/u.test(name))).toEqual([]);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});
