import { keysOf } from '@sangam/shared/core/keys-of';

/** The stored sizes of a picture, and their sides in pixels. */
export const pixels = { small: 128, large: 512 } as const;
export type Size = keyof typeof pixels;
export const sizes = keysOf(pixels);
