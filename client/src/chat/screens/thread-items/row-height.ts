import type { Attachment } from '@sangam/shared/chat/attachments';
import { cardsBelow } from '../../../lib/text/linked-pages';
import { isOnlyEmoji } from '../../../lib/text/only-emoji';
import type { Attached } from '../../state/files/chosen-files';

const CHARS_PER_LINE = 48;
const LINE_PX = 21;
const BUBBLE_PX = 46;
/** How much taller a bubble with only emoji is. */
const EMOJI_PX = 56;

/** A picture or file of a message, stored or pending. */
export type ShownFile = Attachment | Attached;

const PICTURE_MAX_PX = { width: 280, height: 320 };
const PICTURE_MIN_PX = 56;
/** The size of each of several pictures, two in a row. */
export const TILE_PX = 137;
const FILE_PX = 56;
const GAP_PX = 6;
/** The space between the last file and the caption or time. */
const BELOW_FILES_PX = 4;

export const isPictureFile = (file: ShownFile): boolean => ('kind' in file ? file.kind === 'picture' : file.isPicture);

/** Returns the size of a single picture. It is known before the picture loads, so that nothing moves. */
export function pictureSize({ width, height }: Pick<ShownFile, 'width' | 'height'>): { width: number; height: number } {
  if (!width || !height) return { width: TILE_PX, height: TILE_PX };
  const scale = Math.min(1, PICTURE_MAX_PX.width / width, PICTURE_MAX_PX.height / height);
  const shown = (px: number) => Math.max(PICTURE_MIN_PX, Math.round(px * scale));
  return { width: shown(width), height: shown(height) };
}

interface FilesPlace {
  width: number;
  height: number;
  /** The size of the pictures' part; its height is 0 if there are none. */
  pictures: { width: number; height: number };
}

/** Returns the size of a message's pictures and files together, which they have before their code has loaded. */
export function filesPlace(files: readonly ShownFile[]): FilesPlace {
  const pictures = files.filter(isPictureFile);
  const [single, second] = pictures;
  const tiles = { width: PICTURE_MAX_PX.width, height: Math.ceil(pictures.length / 2) * (TILE_PX + GAP_PX) - GAP_PX };
  const shown = single ? (second ? tiles : pictureSize(single)) : { width: PICTURE_MAX_PX.width, height: 0 };
  const heights = [
    ...(single ? [shown.height] : []),
    ...files.filter((file) => !isPictureFile(file)).map(() => FILE_PX),
  ];
  return {
    width: files.length === 1 ? shown.width : PICTURE_MAX_PX.width,
    height: heights.reduce((sum, height) => sum + height + GAP_PX, 0) - GAP_PX + BELOW_FILES_PX,
    pictures: shown,
  };
}

/** The height of a linked card with the gap above it. */
export const LINKED_PX = 80;

/** Estimates a row's height from its text. Each row is measured once it is on screen. */
export const estimateHeight = (text: string, files?: readonly ShownFile[], projectId?: number): number =>
  BUBBLE_PX +
  (isOnlyEmoji(text) ? EMOJI_PX : 0) +
  Math.floor(text.length / CHARS_PER_LINE) * LINE_PX +
  cardsBelow(text, projectId).length * (LINKED_PX + GAP_PX) +
  (files ? filesPlace(files).height : 0);
