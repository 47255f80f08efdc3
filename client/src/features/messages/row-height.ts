import type { ThreadItem } from './thread.select';

const CHARS_PER_LINE = 48;
const LINE_PX = 21;
const BUBBLE_PX = 46;

/** A guess that is near enough for the scrollbar; each row is measured once it is on screen. */
export function estimateHeight(item: ThreadItem | undefined): number {
  if (item === undefined) return BUBBLE_PX;
  const text = item.kind === 'stored' ? item.message.content : item.pending.content;
  return BUBBLE_PX + Math.floor(text.length / CHARS_PER_LINE) * LINE_PX;
}
