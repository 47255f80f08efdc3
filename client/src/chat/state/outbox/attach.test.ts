import 'fake-indexeddb/auto';
import { chatLimits } from '@sangam/shared/chat/limits';
import toast from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../../core/session/session';
import { resetStores } from '../../../core/store/reset';
import { answerOf, openDatabase } from '../../../lib/indexed-db';
import { fakeServer, fakeStorage, refusal } from '../../../testing/fake-server';
import { KEY, ME, member } from '../../../testing/samples';
import { chosenFilesOf } from '../browser-data';
import { attachFiles } from './attach';
import { attachedTo } from './drafts';

const { attachmentsMax, attachmentMaxBytes } = chatLimits;
const MEGABYTE = 1024 ** 2;
const refused = vi.spyOn(toast, 'error');

/** A file of this size, without its content. */
function file(bytes: number, name = 'a.txt'): File {
  const made = new File(['x'], name);
  Object.defineProperty(made, 'size', { value: bytes });
  return made;
}
const files = (count: number, bytes = 1) => Array.from({ length: count }, (_, n) => file(bytes, `${n + 1}.txt`));
const names = () => attachedTo(KEY).map(({ name }) => name);
/** The names of the files that a reload brings back. */
async function stored(): Promise<string[]> {
  const database = await openDatabase(chosenFilesOf(ME), 1, () => undefined);
  const all = await answerOf(database.transaction('files').objectStore('files').getAll());
  database.close();
  return (all as { name: string }[]).map(({ name }) => name).sort();
}

beforeEach(async () => {
  fakeStorage();
  resetStores();
  refused.mockClear();
  useSession.setState({ status: 'signed-in', user: member });
  fakeServer({ 'POST /api/attachments': () => refusal(503, 'BUSY') });
});

describe('files that are attached', () => {
  it('may be as large as the limit, and not a byte larger', async () => {
    await attachFiles(KEY, [file(attachmentMaxBytes, 'largest.txt')]);
    expect(refused).not.toHaveBeenCalled();
    await attachFiles(KEY, [file(attachmentMaxBytes + 1, 'larger.txt'), file(1, 'small.txt')]);
    expect(refused).toHaveBeenLastCalledWith('“larger.txt” is larger than 20 MB, so it wasn’t attached.', {
      id: 'attach',
    });
    expect(names()).toEqual(['largest.txt', 'small.txt']);
  });

  it('may not be empty', async () => {
    await attachFiles(KEY, [file(0, 'none.txt')]);
    expect(refused).toHaveBeenLastCalledWith('“none.txt” is empty, so it wasn’t attached.', { id: 'attach' });
    await attachFiles(KEY, [file(0), file(0), file(1, 'one.txt')]);
    expect(refused).toHaveBeenLastCalledWith('2 files are empty or larger than 20 MB, so they weren’t attached.', {
      id: 'attach',
    });
    expect(names()).toEqual(['one.txt']);
  });

  it('may be as many as the limit; of more, only the first ones are attached', async () => {
    await attachFiles(KEY, files(attachmentsMax - 1));
    await attachFiles(KEY, [file(1, 'last.txt')]);
    expect(refused).not.toHaveBeenCalled();
    await attachFiles(KEY, [file(1, 'over.txt')]);
    expect(refused).toHaveBeenLastCalledWith('A message can have at most 10 files.', { id: 'attach' });
    expect(names()).toHaveLength(attachmentsMax);
    expect(names().at(-1)).toBe('last.txt');
  });

  it('are not more than the limit when files are chosen twice at once', async () => {
    await Promise.all([attachFiles(KEY, files(7)), attachFiles(KEY, files(7))]);
    expect(names()).toHaveLength(attachmentsMax);
  });

  it('outlive a reload up to 200 MB together', async () => {
    const before = new Set(await stored().catch(() => []));
    const large = (count: number, from: number) =>
      Array.from({ length: count }, (_, n) => file(20 * MEGABYTE, `large ${from + n}.txt`));
    await attachFiles(KEY, large(5, 1));
    await attachFiles('c18', [...large(5, 6), file(1, 'a byte more.txt')]);
    expect(attachedTo('c18').map(({ name }) => name)).toContain('a byte more.txt');
    await vi.waitFor(async () => {
      const now = (await stored()).filter((name) => !before.has(name));
      expect(now).toEqual(
        large(10, 1)
          .map(({ name }) => name)
          .sort(),
      );
    });
  });
});
