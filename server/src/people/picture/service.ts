import { randomUUID } from 'node:crypto';
import type { MemberPicture } from '@sangam/shared/people/pictures';
import { transactAs } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import type { RefuseReading } from '../../platform/limits/work.js';
import type { RefusePictureWork } from '../../platform/pictures/picture-work.js';
import { lockUser } from '../profile/queries.js';
import type { PictureAddresses, PictureReader, ReadingSession } from './addresses.js';
import { createEncoder } from './encode.js';
import * as queries from './queries.js';

interface FoundMembers {
  pictures: MemberPicture[];
  without_page: number[];
}

export interface PicturesService {
  /**
   * Returns addresses of the pictures of those of these members who have a page for the session's member, and the members who have none.
   */
  find(session: ReadingSession, ids: readonly number[]): Promise<FoundMembers>;
  /** Makes this the picture of the session's member. INVALID if the bytes aren't a picture, or are too large. */
  replace(session: ReadingSession, bytes: Uint8Array): Promise<Result<MemberPicture>>;
  /** Removes the member's picture. Idempotent. */
  remove(userId: number): Promise<Result<null>>;
  /** The picture at a signed address; NOT_FOUND if the address is invalid or the member may no longer see it. */
  read(reader: PictureReader, signature: string): Promise<Result<Buffer>>;
  /** Addresses of pictures for a moderator. Reading one checks that a report needs it. */
  addressesOf(pictures: readonly string[], userId: number, session: ReadingSession): string[];
}

/** Removes the member's picture, in the caller's transaction; false if there was none. */
export async function endPicture(trx: Trx, publish: Publish, userId: number, at: Date): Promise<boolean> {
  const ended = await queries.endPicture(trx, userId, at);
  if (ended) publish('picture:changed', { user_id: userId });
  return ended;
}

export function createPicturesService({
  db,
  bus,
  clock,
  addresses,
  refuseWork,
  refuseReading,
}: ActDeps & {
  addresses: PictureAddresses;
  refuseWork: RefusePictureWork;
  /** Counts a picture that a member reads; returns the refusal if they have read too much. */
  refuseReading: RefuseReading;
}): PicturesService {
  const encode = createEncoder(refuseWork);
  return {
    async find(session, ids) {
      const { pictures, withoutPage } = await queries.findPictures(db, session.userId, [...new Set(ids)], clock.now());
      return { pictures: pictures.map((picture) => addresses.make(picture, session)), without_page: withoutPage };
    },

    async replace(session, bytes) {
      const encoded = await encode(session.userId, bytes);
      if (!encoded.ok) return encoded;
      const { userId } = session;
      const picture = randomUUID();
      return transactAs({ db, bus, userId }, async (trx, publish) => {
        if (!(await lockUser(trx, userId))) return fail('USER_NOT_FOUND');
        const at = clock.now();
        await queries.endPicture(trx, userId, at);
        await queries.addPicture(trx, { id: picture, user_id: userId, created_at: at, ...encoded.value });
        publish('picture:changed', { user_id: userId });
        return ok(addresses.make({ id: userId, picture }, session));
      });
    },

    remove: (userId) =>
      transactAs({ db, bus, userId }, async (trx, publish) => {
        if (!(await lockUser(trx, userId))) return fail('USER_NOT_FOUND');
        await endPicture(trx, publish, userId, clock.now());
        return ok(null);
      }),

    async read(reader, signature) {
      if (!addresses.isValid(reader, signature)) return fail('NOT_FOUND');
      const refused = await refuseReading(reader.userId);
      if (refused) return refused;
      const picture = await queries.readPicture(db, reader, reader, clock.now());
      return picture ? ok(picture) : fail('NOT_FOUND');
    },

    addressesOf: (pictures, userId, session) =>
      pictures.map((picture) => addresses.make({ id: userId, picture }, session).url),
  };
}
