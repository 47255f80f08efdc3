import type { Fail } from '../lib/result.js';
import type { RateLimits } from '../limits/rate-limits.js';

/** Milliseconds of CPU that a million pixels take at most, roughly, to make both sizes. */
const WORK_MS_PER_MEGAPIXEL = { picture: 75, animation: 225 };
const MEGAPIXEL = 1_000_000;
/** A narrower row takes as long as one of this many pixels. */
const ROW_MIN_PIXELS = 5;

export const pictureWorkMs = (width: number, height: number, frames: number): number =>
  Math.ceil(
    ((Math.max(width, ROW_MIN_PIXELS) * height * frames) / MEGAPIXEL) *
      WORK_MS_PER_MEGAPIXEL[frames > 1 ? 'animation' : 'picture'],
  );

/** Deducts a picture's work from its member's allowance; returns the refusal if too little is left. */
export type RefusePictureWork = (memberId: number, workMs: number) => Fail | null | Promise<Fail | null>;

export const createRefusePictureWork =
  (limits: RateLimits): RefusePictureWork =>
  (memberId, workMs) =>
    limits.spend('pictureWorkByMember', memberId, workMs);
