import { expect, it } from 'vitest';
import { partNames } from './cached-parts';
import { ME } from './database';

it('gives each cached part its own name, and none the name of the member’s part', { timeout: 60_000 }, async () => {
  const stores = import.meta.glob<object>([
    '../../*/state/**/*.ts',
    '../../app/dashboard/dashboard-store.ts',
    '!**/*.test.ts',
  ]);
  for (const load of Object.values(stores)) await load();
  const names = partNames();
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, at) => name === ME || names.indexOf(name) !== at)).toEqual([]);
});
