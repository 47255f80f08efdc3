import { readFile } from 'node:fs/promises';
import { openTestDatabase } from '@sangam/testing/test-database';
import { expect, it } from 'vitest';
import { tablesFile, tablesText } from './generate-tables.js';

it('tables.generated.ts matches the migrations (if not: npm run tables)', async () => {
  const { database, close } = await openTestDatabase();
  const text = await tablesText(database.db);
  await close();
  expect(await readFile(tablesFile, 'utf8')).toBe(text);
});
