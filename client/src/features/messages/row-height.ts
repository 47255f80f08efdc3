const CHARS_PER_LINE = 48;
const LINE_PX = 21;
const BUBBLE_PX = 46;

/** A guess from a message's length, near enough for the scrollbar; each row is measured once it is on screen. */
export const estimateHeight = (textLength: number): number =>
  BUBBLE_PX + Math.floor(textLength / CHARS_PER_LINE) * LINE_PX;
