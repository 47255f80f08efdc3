import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Metadata } from 'sharp';
import { invalid, ok, type Result } from '../../platform/lib/result.js';
import {
  isPicture,
  type PictureLibrary,
  readable,
  usePictureLibrary,
} from '../../platform/pictures/picture-library.js';
import { createPictureTurns } from '../../platform/pictures/picture-turns.js';
import { pictureWorkMs, type RefusePictureWork } from '../../platform/pictures/picture-work.js';
import { pixels } from './sizes.js';

interface EncodedPicture {
  small: Buffer;
  large: Buffer;
}

const QUALITY = 80;
const ENCODE_TIMEOUT_S = 20;
/** The number of pictures that may wait on one server, each of them in memory. */
const WAITING_MAX = 20;
const OWN_WAITING_MAX = 2;

const invalidContent = (message: string) => invalid([{ field: 'content', message }]);
const unreadable = () => invalidContent('This picture is damaged. Choose another one.');

/**
 * Returns a function that encodes a member's picture like `encode`; BUSY when too many wait, RATE_LIMITED if the member's pictures were too
 * much work.
 */
export function createEncoder(
  refuseWork: RefusePictureWork,
): (userId: number, bytes: Uint8Array) => Promise<Result<EncodedPicture>> {
  const inTurn = createPictureTurns({ perMember: OWN_WAITING_MAX, inTotal: WAITING_MAX });
  return (userId, bytes) =>
    inTurn(userId, () => usePictureLibrary((sharp) => encode(sharp, bytes, (workMs) => refuseWork(userId, workMs))));
}

/**
 * Encodes a picture as square WebP in two sizes: upright, without metadata, cropped at its longer side, and only the first frame of an
 * animation. INVALID if it isn't a picture, is damaged, or has too many pixels; passes on a refusal by `refuseWork`.
 */
async function encode(
  sharp: PictureLibrary,
  content: Uint8Array,
  refuseWork: (workMs: number) => ReturnType<RefusePictureWork>,
): Promise<Result<EncodedPicture>> {
  if (!isPicture(content)) return invalidContent('Choose a JPEG, PNG, WebP or GIF picture.');
  const bytes = readable(content);
  const input = {
    limitInputPixels: peopleServerLimits.memberPictureMaxPixels,
    sequentialRead: true,
    failOn: 'error',
  } as const;
  let metadata: Metadata;
  try {
    metadata = await sharp(bytes, { ...input, limitInputPixels: false }).metadata();
  } catch {
    return unreadable();
  }
  const { width } = metadata;
  const height = metadata.pageHeight ?? metadata.height;
  if (width * height > peopleServerLimits.memberPictureMaxPixels)
    return invalidContent(
      `This picture has too many pixels. Choose one with at most ${peopleServerLimits.memberPictureMaxPixels / 1_000_000} million.`,
    );
  const refused = await refuseWork(pictureWorkMs(width, height, 1));
  if (refused) return refused;
  const square = (largest: number) => {
    const side = Math.min(largest, width, height);
    return (
      sharp(bytes, input)
        .autoOrient()
        .resize(side, side, { fit: 'cover' })
        // The member's initials would show through transparent parts.
        .flatten({ background: '#fff' })
        .webp({ quality: QUALITY })
        .timeout({ seconds: ENCODE_TIMEOUT_S })
        .toBuffer()
    );
  };
  try {
    return ok({ large: await square(pixels.large), small: await square(pixels.small) });
  } catch {
    return unreadable();
  }
}
