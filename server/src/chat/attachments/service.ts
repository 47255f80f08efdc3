import { setTimeout as sleep } from 'node:timers/promises';
import type { AttachmentKind, AttachmentLink, Upload, UploadBody } from '@sangam/shared/chat/attachments';
import { chatLimits, chatServerLimits } from '@sangam/shared/chat/limits';
import { isBlank } from '@sangam/shared/core/text';
import { refuseActing } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { inTransaction } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver, untilAfter } from '../../platform/lib/deadline.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { fail, invalid, mapResult, ok, type Result } from '../../platform/lib/result.js';
import type { RefuseReading } from '../../platform/limits/work.js';
import { isPicture, PICTURE_START_BYTES } from '../../platform/pictures/picture-library.js';
import { createPictureTurns } from '../../platform/pictures/picture-turns.js';
import type { RefusePictureWork } from '../../platform/pictures/picture-work.js';
import type { FileStore, Variant } from './file-store.js';
import { makePicture } from './picture.js';
import * as queries from './queries.js';
import type { Links, Reader, ReadingSession } from './signed-links.js';

type OpenFile = NonNullable<Awaited<ReturnType<FileStore['read']>>> & {
  name: string;
};

export interface AttachmentsService {
  /** Starts an upload, or finds the one with this id. STORAGE_FULL beyond the member's storage limit or number of unnamed uploads. */
  start(ownerId: number, body: UploadBody): Promise<Result<Upload>>;
  /** Stores the next piece. A piece at another offset is ignored: the answer says where the next one begins. */
  receive(ownerId: number, id: string, offset: number, bytes: Uint8Array): Promise<Result<Upload>>;
  /** Drops an upload that no message names. NOT_FOUND if there is none. */
  drop(ownerId: number, id: string): Promise<Result<{ id: string }>>;
  /** Addresses of these attachments; those that the member may not read are left out. */
  links(session: ReadingSession, ids: readonly string[]): Promise<AttachmentLink[]>;
  /** The file at a signed address; NOT_FOUND if the address is invalid or the member may no longer read it. */
  open(reader: Reader, signature: string): Promise<Result<OpenFile>>;
}

export function createAttachmentsService(deps: {
  db: Db;
  clock: Clock;
  files: FileStore;
  links: Links;
  refuseWork: RefusePictureWork;
  /** Counts a file that a member reads; returns the refusal if they have read too much. */
  refuseReading: RefuseReading;
}): AttachmentsService {
  const { db, clock, files, links, refuseReading } = deps;
  const examine = createExaminer(deps);

  const find = async (ownerId: number, id: string): Promise<Result<queries.AttachmentRow>> => {
    const upload = await queries.findUpload(db, id);
    return upload?.owner_id === ownerId && !hasExpired(upload) ? ok(upload) : fail('NOT_FOUND');
  };
  /** Whether no message has named it in time, even if its file is still there. */
  const hasExpired = ({ unnamed_at }: queries.AttachmentRow): boolean =>
    unnamed_at !== null && isOver(untilAfter(unnamed_at, chatServerLimits.unnamedUploadMs), clock.nowMs());
  /** A complete upload is examined by the call that brought the last piece, or by a later one after a crash. */
  const present = async (upload: queries.AttachmentRow): Promise<Result<Upload>> => {
    if (upload.received < upload.bytes || upload.kind !== null) return ok(queries.presentUpload(upload));
    const examined = await examine(upload);
    if (!examined.ok) return examined;
    return mapResult(await find(upload.owner_id, upload.id), queries.presentUpload);
  };

  const receive = async (ownerId: number, id: string, offset: number, bytes: Uint8Array): Promise<Result<Upload>> => {
    const found = await find(ownerId, id);
    if (!found.ok) return found;
    const upload = found.value;
    if (offset !== upload.received || upload.received === upload.bytes) return present(upload);
    const to = offset + bytes.byteLength;
    if (bytes.byteLength === 0 || to > upload.bytes)
      return invalid([{ field: 'content', message: `This piece must have 1 to ${upload.bytes - offset} bytes.` }]);
    const recorded = (await files.writePiece(id, offset, bytes)) && (await queries.recordReceived(db, id, offset, to));
    if (recorded) return present(recorded);
    const other = await find(ownerId, id);
    return other.ok ? present(other.value) : other;
  };

  return {
    async start(ownerId, { id, name, bytes }) {
      if (isBlank(name)) return invalid([{ field: 'name', message: 'A file needs a name.' }]);
      const started = await inTransaction(db, async (trx) => {
        const refused = await refuseActing(trx, ownerId);
        if (refused !== null) return refused;
        await queries.lockUploads(trx, ownerId);
        const before = await queries.findUpload(trx, id);
        if (before && (before.owner_id !== ownerId || !hasExpired(before)))
          return before.owner_id === ownerId ? ok(before) : fail('NOT_FOUND');
        if (before) {
          // As if its file had been collected in time.
          if (!(await discardIn(trx, files, id, ownerId))) return fail('NOT_FOUND');
        }
        const used = await queries.countFiles(trx, ownerId);
        if (used.unnamed >= chatServerLimits.unnamedUploadsMax) return tooManyUnnamed();
        if (used.bytes + bytes > chatServerLimits.memberFilesMaxBytes) return fail('STORAGE_FULL');
        const unnamed_at = clock.now();
        return ok(await queries.addUpload(trx, { id, owner_id: ownerId, name, bytes, unnamed_at }));
      });
      return mapResult(started, queries.presentUpload);
    },

    receive: (ownerId, id, offset, bytes) => unlessFull(receive(ownerId, id, offset, bytes)),

    async drop(ownerId, id) {
      return (await discard(deps, id, ownerId)) ? ok({ id }) : fail('NOT_FOUND');
    },

    async links(session, ids) {
      const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))].slice(0, chatLimits.attachmentLinksMax);
      return (await queries.findReadable(db, session, uniqueIds, clock.now())).map((attachment) =>
        links.make(attachment, session),
      );
    },

    async open(reader, signature) {
      if (!links.isValid(reader, signature)) return fail('NOT_FOUND');
      const refused = await refuseReading(reader.userId);
      if (refused) return refused;
      const [attachment] = await queries.findReadable(db, reader, [reader.id], clock.now());
      if (attachment === undefined || !variantsOf[attachment.kind].includes(reader.variant)) return fail('NOT_FOUND');
      const file = await files.read(reader.id, reader.variant);
      return file ? ok({ ...file, name: attachment.name }) : fail('NOT_FOUND');
    },
  };
}

/**
 * Deletes an upload that no message names; false if there was none. Its files are deleted before the commit: a row without a file is
 * found again, a file without a row never would be.
 */
async function discardIn(trx: Trx, files: FileStore, id: string, ownerId: number): Promise<boolean> {
  if (!(await queries.deleteUpload(trx, id, ownerId))) return false;
  await files.remove(id);
  return true;
}

const discard = ({ db, files }: { db: Db; files: FileStore }, id: string, ownerId: number): Promise<boolean> =>
  inTransaction(db, (trx) => discardIn(trx, files, id, ownerId));

/** BUSY while the disk is full: the same piece may be sent again. */
async function unlessFull<T>(work: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error;
    return fail('BUSY', { retryAfterS: 60 });
  }
}

const tooManyUnnamed = () =>
  fail('STORAGE_FULL', {
    message: `You have ${chatServerLimits.unnamedUploadsMax} unsent files. Send or remove some, or try again tomorrow.`,
  });

const variantsOf: Record<AttachmentKind, readonly Variant[]> = { picture: ['full', 'small'], file: ['file'] };

/** How often, and at what intervals, a call checks whether another one that moved the file has recorded it. */
const RECORDED_TRIES = 50;
const RECORDED_WAIT_MS = 100;

/** The number of uploads that may wait for examination on one server. */
const WAITING_MAX = 200;
/** The number of one member's uploads that may wait: two messages full of pictures. */
const OWN_WAITING_MAX = 20;

/**
 * Examines complete uploads; members take turns. Depending on its content, an upload becomes a re-encoded picture or a file as it is.
 * INVALID for a picture that cannot be read, which is dropped; BUSY when too many wait, and RATE_LIMITED if its member has uploaded too
 * much: then the upload stays.
 */
function createExaminer({ db, clock, files, refuseWork }: Parameters<typeof createAttachmentsService>[0]) {
  const inTurn = createPictureTurns({ perMember: OWN_WAITING_MAX, inTotal: WAITING_MAX });

  const examineFile = async ({ id, bytes, owner_id }: queries.AttachmentRow): Promise<Result<null>> => {
    if (!isPicture(await files.readStart(id, PICTURE_START_BYTES))) {
      await files.storeUpload(id);
      await queries.recordKind(db, id, {
        ...none,
        kind: 'file',
        stored_bytes: bytes,
        unnamed_at: clock.now(),
      });
      return ok(null);
    }
    const picture = await makePicture(files.uploadPath(id), (workMs) => refuseWork(owner_id, workMs));
    if (!picture.ok) return picture;
    const { full, small, width, height, preview } = picture.value;
    await files.store(id, 'full', full);
    await files.store(id, 'small', small);
    await queries.recordKind(db, id, {
      kind: 'picture',
      stored_bytes: full.length + small.length,
      width,
      height,
      preview,
      unnamed_at: clock.now(),
    });
    await files.dropUpload(id);
    return ok(null);
  };

  /**
   * The result of another call that has examined the upload: NOT_FOUND if it was dropped, as a damaged picture is. Null if no call has
   * recorded one; if the file was moved, one may be about to.
   */
  const findRecordedResult = async (id: string, tries: number): Promise<Result<null> | null> => {
    const found = await queries.findUpload(db, id);
    if (found === undefined) return fail('NOT_FOUND');
    if (found.kind !== null) return ok(null);
    if (tries <= 1) return null;
    await sleep(RECORDED_WAIT_MS);
    return findRecordedResult(id, tries - 1);
  };

  /** The last piece may come twice at once, to two servers. */
  const examine = async (upload: queries.AttachmentRow): Promise<Result<null>> => {
    const { id, owner_id } = upload;
    const earlierResult = await findRecordedResult(id, 1);
    if (earlierResult?.ok) await files.dropUpload(id);
    if (earlierResult !== null) return earlierResult;
    try {
      const examined = await examineFile(upload);
      if (examined.ok || (await findRecordedResult(id, 1))?.ok) return ok(null);
      if (examined.error.code !== 'INVALID') return examined;
      await discard({ db, files }, id, owner_id);
      return examined;
    } catch (error) {
      const isMoved = errorCode(error) === 'ENOENT';
      const otherResult = isMoved ? await findRecordedResult(id, RECORDED_TRIES) : null;
      if (otherResult !== null) return otherResult;
      throw error;
    }
  };

  return (upload: queries.AttachmentRow): Promise<Result<null>> => inTurn(upload.owner_id, () => examine(upload));
}

const none = { width: null, height: null, preview: null };
