import { chatServerLimits } from '@sangam/shared/chat/limits';
import type { Metadata } from 'sharp';
import { type Fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { type PictureLibrary, readableFile, usePictureLibrary } from '../../platform/pictures/picture-library.js';
import { pictureWorkMs } from '../../platform/pictures/picture-work.js';

/** A picture as it is stored: WebP, upright, without the camera's metadata. */
interface Picture {
  full: Buffer;
  small: Buffer;
  /** Width and height of `full`. */
  width: number;
  height: number;
  /** A few pixels, as a data URI. */
  preview: string;
}

const FULL_PIXELS = 2_560;
const SMALL_PIXELS = 640;
/** An animation is stored smaller, since each of its frames is a picture. */
const FULL_ANIMATION_PIXELS = 960;
const SMALL_ANIMATION_PIXELS = 480;
const PREVIEW_PIXELS = 16;
const QUALITY = 80;
/** Encodes faster, for a few percent more bytes. */
const EFFORT = 2;
const RENDER_TIMEOUT_S = 30;

/** Returns the refusal of a picture that takes `workMs` milliseconds of CPU; null to allow it. */
export type RefuseWork = (workMs: number) => Fail | null | Promise<Fail | null>;

/**
 * Re-encodes the picture at `path` within bounded memory. INVALID if it cannot be read or is too large; passes on a refusal by
 * `refuseWork`.
 */
export const makePicture = (path: string, refuseWork: RefuseWork): Promise<Result<Picture>> =>
  usePictureLibrary((sharp) => encode(sharp, path, refuseWork));

async function encode(sharp: PictureLibrary, path: string, refuseWork: RefuseWork): Promise<Result<Picture>> {
  const source = await readableFile(path);
  const input = {
    limitInputPixels: chatServerLimits.animationMaxPixels,
    sequentialRead: true,
    failOn: 'error',
  } as const;
  let metadata: Metadata;
  try {
    // Reads only the header, with no limit, so that a picture that is too large isn't taken for a damaged one.
    metadata = await sharp(source, { ...input, limitInputPixels: false }).metadata();
  } catch {
    return unreadable();
  }
  const frames = metadata.pages ?? 1;
  if (isTooLarge(metadata.width, metadata.pageHeight ?? metadata.height, frames)) return tooLarge();
  const refused = await refuseWork(pictureWorkMs(metadata.width, metadata.pageHeight ?? metadata.height, frames));
  if (refused) return refused;
  const isAnimation = frames > 1;
  const open = () => (isAnimation ? sharp(source, { ...input, animated: true }) : sharp(source, input).autoOrient());
  const fit = (pixels: number) =>
    open()
      .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: EFFORT })
      .timeout({ seconds: RENDER_TIMEOUT_S });
  try {
    const full = await fit(isAnimation ? FULL_ANIMATION_PIXELS : FULL_PIXELS).toBuffer({ resolveWithObject: true });
    const small = await fit(isAnimation ? SMALL_ANIMATION_PIXELS : SMALL_PIXELS).toBuffer();
    const preview = await sharp(source, input)
      .autoOrient()
      .resize({ width: PREVIEW_PIXELS, height: PREVIEW_PIXELS, fit: 'inside' })
      .webp({ quality: 40, effort: EFFORT })
      .timeout({ seconds: RENDER_TIMEOUT_S })
      .toBuffer();
    return ok({
      full: full.data,
      small,
      width: full.info.width,
      height: full.info.pageHeight ?? full.info.height,
      preview: `data:image/webp;base64,${preview.toString('base64')}`,
    });
  } catch {
    return unreadable();
  }
}

const isTooLarge = (width: number, height: number, frames: number): boolean =>
  width * height > chatServerLimits.pictureMaxPixels ||
  frames > chatServerLimits.animationMaxFrames ||
  (frames > 1 && width * height * frames > chatServerLimits.animationMaxPixels);

const unreadable = () => invalid([{ field: 'content', message: 'This picture is damaged. Choose another one.' }]);
const tooLarge = () =>
  invalid([
    {
      field: 'content',
      message: `This picture has too many pixels. Choose one with at most ${chatServerLimits.pictureMaxPixels / 1_000_000} million, or a shorter animation.`,
    },
  ]);
