import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import type { FileStore } from './file-store.js';
import { isPicture, makePicture, PICTURE_START_BYTES } from './picture.js';
import { type AttachmentRow, deleteUpload, noteKind } from './queries.js';

/** How many uploads may wait to be looked at on one server. */
const WAITING_MAX = 50;

/**
 * Looks at uploads that have arrived whole, one at a time, since a picture takes a core: by its content each becomes a picture, made
 * anew, or a file as it is. A picture that cannot be made is dropped: INVALID. BUSY when too many wait.
 */
export function createExaminer({ db, clock, files }: { db: Db; clock: Clock; files: FileStore }) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const examine = async ({ id, owner_id, bytes }: AttachmentRow): Promise<Result<null>> => {
    if (!isPicture(await files.readStart(id, PICTURE_START_BYTES))) {
      await files.keepUpload(id);
      await noteKind(db, id, { ...none, kind: 'file', stored_bytes: bytes, unnamed_at: new Date(clock.nowMs()) });
      return ok(null);
    }
    const made = await makePicture(files.uploadPath(id));
    if (!made.ok) {
      await deleteUpload(db, id, owner_id);
      await files.remove(id);
      return made;
    }
    const { full, small, width, height, preview } = made.value;
    await files.keep(id, 'full', full);
    await files.keep(id, 'small', small);
    await noteKind(db, id, {
      ...{ kind: 'picture', stored_bytes: full.length + small.length, width, height, preview },
      unnamed_at: new Date(clock.nowMs()),
    });
    await files.dropUpload(id);
    return ok(null);
  };

  return (upload: AttachmentRow): Promise<Result<null>> => {
    if (waiting >= WAITING_MAX) return Promise.resolve(fail('BUSY', { retryAfterS: 5 }));
    waiting += 1;
    const turn = last
      .then(() => examine(upload))
      .finally(() => {
        waiting -= 1;
      });
    last = turn.catch(() => undefined);
    return turn;
  };
}

const none = { width: null, height: null, preview: null };
