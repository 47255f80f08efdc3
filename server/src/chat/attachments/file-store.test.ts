import { expect, it } from 'vitest';
import { folderStore } from './file-store.js';

it.runIf(process.platform === 'linux')('refuses an upload where no folder can be created', async () => {
  const store = folderStore('/proc/sangam/files');
  const id = crypto.randomUUID();
  await expect(store.writePiece(id, 0, Buffer.from('a'))).rejects.toThrow('ENOENT');
  await expect(store.store(id, 'file', Buffer.from('a'))).rejects.toThrow('ENOENT');
});
