import { expect, it } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { readFile, storeFile } from './chosen-files';

it('holds a file in memory if the browser doesn’t store it, and drops it when its member’s session ends', async () => {
  const file = { id: 'a', uploadId: 'b', name: 'plan.pdf', content: new Blob(['x']), chosenAtMs: 0 };
  await storeFile(file);
  expect(await readFile('a')).toBe(file);
  resetStores();
  expect(await readFile('a')).toBeNull();
});
