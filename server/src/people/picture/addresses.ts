import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { MemberPicture } from '@sangam/shared/people/pictures';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver } from '../../platform/lib/deadline.js';
import { createSigner } from '../../platform/lib/secrets.js';
import type { FoundPicture } from './queries.js';
import type { Size } from './sizes.js';

/** The session for which an address is signed, and its member. */
export interface ReadingSession {
  userId: number;
  sessionId: string;
}

/** The picture, size and session that an address was signed for. */
export interface PictureReader extends ReadingSession {
  picture: string;
  size: Size;
  untilMs: number;
}

export interface PictureAddresses {
  make(found: FoundPicture, session: ReadingSession): MemberPicture;
  /** Whether the signature is ours, matches the address, and has not expired. */
  isValid(reader: PictureReader, signature: string): boolean;
}

/** Signs addresses of pictures for one session, since an `<img>` sends no token. */
export function createPictureAddresses({ jwtSecret, clock }: { jwtSecret: string; clock: Clock }): PictureAddresses {
  const signer = createSigner(jwtSecret, 'member pictures');
  const textOf = ({ picture, size, userId, sessionId, untilMs }: PictureReader) =>
    `${picture} ${size} ${userId} ${sessionId} ${untilMs}`;
  return {
    make({ id, picture }, session) {
      // Rounded to a window, so that a picture keeps its address for a while.
      const window = peopleServerLimits.memberPictureAddressMs;
      const untilMs = (Math.ceil(clock.nowMs() / window) + 1) * window;
      const urlOf = (size: Size) => {
        const readerQuery = `m=${session.userId}&in=${session.sessionId}&until=${untilMs}`;
        const signature = signer.sign(textOf({ picture, size, ...session, untilMs }));
        return `/files/members/${picture}/${size}.webp?${readerQuery}&s=${signature}`;
      };
      return { id, picture, url: urlOf('large'), small_url: urlOf('small'), until: new Date(untilMs).toISOString() };
    },
    isValid: (reader, signature) => signer.isValid(textOf(reader), signature) && !isOver(reader.untilMs, clock.nowMs()),
  };
}
