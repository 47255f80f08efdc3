import type { FoundMessage } from './blocks.queries.js';
import type { Scope } from './scope.js';

/** A place in a member's messages by time; what was found before it comes next. */
export interface Place {
  atMs: number;
  id: number;
}

export interface Looking extends Scope {
  words: readonly string[];
  before: Place;
  limit: number;
}

/** A page of what was found. */
interface Page {
  found: FoundMessage[];
  /** Where to go on; null once everything was looked through. */
  next: Place | null;
}

export interface Looked extends Page {
  /** Of the messages that are in no block, so many were looked through or left out. */
  unindexed: number;
  /** Some of them were left out: the job has not come that far. */
  isPartial: boolean;
}

export const isBefore = ({ created_at, id }: FoundMessage, before: Place): boolean => {
  const atMs = created_at.getTime();
  return atMs < before.atMs || (atMs === before.atMs && id < before.id);
};

/**
 * The newest of what was found. `left`: what was not looked at is not newer than this; undefined once everything was looked at. Nothing
 * that is older than it is answered before that.
 */
export function pageOf(
  all: readonly FoundMessage[],
  left: Date | undefined,
  { before, limit }: Pick<Looking, 'before' | 'limit'>,
): Page {
  const isStuck = left !== undefined && left.getTime() >= before.atMs;
  // Where very many are of one moment, what was found comes before what lies between: otherwise nothing would.
  const sure = left === undefined || isStuck ? all : all.filter(({ created_at }) => created_at > left);
  // What the job puts into a block meanwhile is found twice.
  const once = [...new Map(sure.map((message) => [message.id, message])).values()];
  const sorted = once.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id - a.id);
  const found = sorted.slice(0, limit);
  const last = found.at(-1);
  if (sorted.length > limit && last) return { found, next: { atMs: last.created_at.getTime(), id: last.id } };
  if (left === undefined) return { found, next: null };
  return {
    found,
    next: isStuck ? { atMs: before.atMs - 1, id: 0 } : { atMs: left.getTime(), id: Number.MAX_SAFE_INTEGER },
  };
}
