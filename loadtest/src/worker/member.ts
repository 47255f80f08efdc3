import type { Stream } from '../invariants/stream.js';
import type { UnreadChecker } from '../invariants/unread.js';
import type { LoadUser } from '../users.js';
import type { ReconnectingSocket } from './reconnecting-socket.js';

/** A user of the load test, with one socket. */
export interface Member extends LoadUser {
  /** Position in `WorkerContext.members`. */
  index: number;
  /** The members that this one chats with. */
  partners: Partner[];
  socket: ReconnectingSocket;
  unread: UnreadChecker;
  /** The versions of the parts that the last refreshes returned. */
  heldVersions: Map<string, string>;
  /** The time since which the socket receives every live update; null: it does not. */
  listeningSinceMs: number | null;
  /** Sends that wait for a connection. */
  outbox: (() => void)[];
  /** The member's own project, which others ask to join; null: none. */
  projectId: number | null;
  /** The member's open join request and the index of the project's creator; `busy`: being made or ended. */
  joinRequest: { id: number; creator: number } | 'busy' | null;
  /** How many requests to a creator, by index, have ended: see ENDS_MAX in join.ts. */
  endedWith: Map<number, number>;
  /** When the last join request was due. */
  joinDueMs: number;
}

export interface Partner {
  /** Position in `WorkerContext.members`. */
  index: number;
  id: number;
  outgoing: Stream;
  incoming: Stream;
  /** The conversation's last `seq` before the run. */
  lastSeqBefore: number;
  /** The highest `seq` acknowledged or delivered to the member. */
  seenSeq: number;
  /** When the member's last mark-read was acknowledged; 0: none was. */
  readMs: number;
}

const PARTNER_DISTANCE = 2;

/** The indexes of a member's partners: two before and two after it, wrapping around. */
export function partnersOf(index: number, count: number): number[] {
  const indexes = new Set<number>();
  for (let step = 1; step <= PARTNER_DISTANCE; step += 1) {
    indexes.add((index + step) % count);
    indexes.add((index + count - step) % count);
  }
  indexes.delete(index);
  return [...indexes];
}
