import type { Stream } from '../checker/stream.js';
import type { UnreadChecker } from '../checker/unread.js';
import type { LoadUser } from '../users.js';
import type { Session } from './session.js';

/** A user of the load test: one member of the circle, with one connection. */
export interface Member extends LoadUser {
  /** Their place in the circle. */
  index: number;
  /** Whom they write to, each with the stream of what they write. */
  partners: Partner[];
  session: Session;
  unread: UnreadChecker;
  /** When the connection began to hear everything; null: it does not. */
  listeningSinceMs: number | null;
  /** A message or mark-read that waits for a connection. */
  outbox: (() => void)[];
  /** Their own project, which others ask to join; null: none. */
  projectId: number | null;
  /** The join request that this member has open. */
  asked: { id: number; creator: number } | 'busy' | null;
  /** When the last one was due. */
  askDueMs: number;
}

export interface Partner {
  index: number;
  id: number;
  outgoing: Stream;
  incoming: Stream;
  /** The conversation's last number before the run. */
  lastSeqBefore: number;
  /** The highest number that has been seen of it. */
  seenSeq: number;
  /** When this member's last mark-read was confirmed. */
  readMs: number;
}

const REACH = 2;

/** The places of those that a member writes to: the two before and the two behind them. */
export function partnersOf(index: number, count: number): number[] {
  const places = new Set<number>();
  for (let step = 1; step <= REACH; step += 1) {
    places.add((index + step) % count);
    places.add((index + count - step) % count);
  }
  places.delete(index);
  return [...places];
}
