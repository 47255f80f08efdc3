import type { CallAnswer } from '@sangam/shared/contract/http';
import type { Message, ReadReceipt } from '@sangam/shared/contract/messages';
import type { ApiError } from '../api/errors';

export type ThreadPage = CallAnswer<'GET /api/messages/conversation/:userId'>['data'];

/** Which messages were unread when the reader came: those after `from`, up to `to` (null: all that come until they return). */
export interface UnreadSpan {
  from: number;
  to: number | null;
}

/** One conversation's messages, as far as they are loaded. */
export interface Thread {
  status: 'loading' | 'ready' | 'error';
  error: ApiError | null;
  /** Ascending and without holes: the message at index i has the seq of the first plus i. */
  messages: readonly Message[];
  /** Live messages beyond a hole; they are shown once the missing range has come. */
  parked: readonly Message[];
  hasOlder: boolean;
  older: 'idle' | 'loading' | 'error';
  /** The newest seq that the server is known to have. */
  lastSeq: number;
  /** Every change to the loaded messages up to this number is in them. */
  lastChange: number;
  readSeq: number;
  otherReadSeq: number;
  /** Where the unread divider stands; null for none. */
  unread: UnreadSpan | null;
}

export const newThread: Thread = {
  status: 'loading',
  error: null,
  messages: [],
  parked: [],
  hasOlder: false,
  older: 'idle',
  lastSeq: 0,
  lastChange: 0,
  readSeq: 0,
  otherReadSeq: 0,
  unread: null,
};

export const newestSeq = (thread: Pick<Thread, 'messages'>): number => thread.messages.at(-1)?.seq ?? 0;
export const oldestSeq = (thread: Thread): number => thread.messages[0]?.seq ?? 0;

/** True when the server has messages that are not shown: a fetch with `after` is due. */
export const isBehind = (thread: Thread): boolean => thread.lastSeq > newestSeq(thread) || thread.parked.length > 0;

/** The latest page replaces all that was loaded: at first, and when the gap to what is loaded is too large to fill. */
export function withLatest(thread: Thread, page: ThreadPage): Thread {
  const reset: Thread = {
    ...thread,
    ...marks(thread, page),
    status: 'ready',
    error: null,
    messages: page.messages,
    lastChange: page.last_change,
    hasOlder: page.has_more,
    older: 'idle',
  };
  return drain({ ...reset, lastSeq: Math.max(page.last_seq, newestSeq(reset)) });
}

/** A page of what follows the newest loaded message. */
export function withNewer(thread: Thread, page: ThreadPage): Thread {
  const known = { ...thread, ...marks(thread, page), status: 'ready' as const, error: null };
  return drain(append(known, page.messages));
}

/** A page of what stands before the oldest loaded message. */
export function withOlder(thread: Thread, page: ThreadPage): Thread {
  const first = oldestSeq(thread);
  const older = page.messages.filter((message) => message.seq < first);
  const joins = older.at(-1)?.seq === first - 1;
  return {
    ...thread,
    ...marks(thread, page),
    messages: joins ? [...older, ...thread.messages] : thread.messages,
    // A page that does not join was asked for before the thread began anew.
    hasOlder: joins || page.messages.length === 0 ? page.has_more : thread.hasOlder,
    older: 'idle',
  };
}

/** A page of messages that changed: those that are loaded take on their new content. */
export function withChanged(thread: Thread, page: ThreadPage): Thread {
  const changed = new Map(page.messages.map((message) => [message.seq, message]));
  const newer = (message: Message): Message => {
    const update = changed.get(message.seq);
    return update && changeOf(update) > changeOf(message) ? update : message;
  };
  const upTo = page.has_more ? changeOf(page.messages.at(-1)) : page.last_change;
  const known = {
    ...thread,
    messages: thread.messages.map(newer),
    parked: thread.parked.map(newer),
    lastChange: Math.max(thread.lastChange, upTo),
  };
  // One that is not here yet is taken in as well: its push may still be on its way, with the content before the change.
  return drain(append(known, bySeq(page.messages)));
}

const bySeq = (messages: readonly Message[]): Message[] => messages.toSorted((a, b) => a.seq - b.seq);

const changeOf = (message: Message | undefined): number => message?.change ?? 0;

/** A message that came live or was acknowledged. One already there changes nothing; one beyond a hole is parked. */
export function withMessage(thread: Thread, message: Message): Thread {
  if (thread.status !== 'ready') {
    return { ...thread, lastSeq: Math.max(thread.lastSeq, message.seq), parked: park(thread.parked, message) };
  }
  return drain(append(thread, [message]));
}

/** Somebody read up to a seq; the marks never move back. */
export function withReceipt(thread: Thread, receipt: Pick<ReadReceipt, 'reader_id' | 'up_to'>, me: number): Thread {
  return receipt.reader_id === me
    ? { ...thread, readSeq: Math.max(thread.readSeq, receipt.up_to) }
    : { ...thread, otherReadSeq: Math.max(thread.otherReadSeq, receipt.up_to) };
}

/** The first message of the other member beyond a seq, or undefined. */
function firstIncoming(thread: Thread, after: number, otherId: number): Message | undefined {
  const start = Math.max(0, after + 1 - oldestSeq(thread));
  for (let index = start; index < thread.messages.length; index += 1) {
    const message = thread.messages[index];
    if (message?.sender_id === otherId) return message;
  }
  return undefined;
}

/** The span that begins at the first message of the other member beyond `after`; null when there is none. */
function spanAfter(thread: Thread, after: number, otherId: number): UnreadSpan | null {
  const first = firstIncoming(thread, after, otherId);
  return first ? { from: first.seq - 1, to: newestSeq(thread) } : null;
}

/** The reader has come: what is unread now gets the divider. */
export const withUnreadSpan = (thread: Thread, otherId: number): Thread => ({
  ...thread,
  unread: spanAfter(thread, thread.readSeq, otherId),
});

/** What came while the reader was away and was fetched on their return belongs under the divider as well. */
export function withUnreadFrom(thread: Thread, from: number, otherId: number): Thread {
  const unread = spanAfter(thread, from, otherId);
  if (unread === null) return thread;
  const before = thread.unread;
  // A divider above messages that were still unread keeps its place.
  const stays = before !== null && before.from < unread.from && (before.to === null || before.to > from);
  return stays ? thread : { ...thread, unread };
}

/** The reader looked away: what comes from now on will get the divider. Unread messages keep the one they have. */
export const withReaderAway = (thread: Thread, otherId: number): Thread =>
  firstIncoming(thread, thread.readSeq, otherId)
    ? thread
    : { ...thread, unread: { from: newestSeq(thread), to: null } };

/** The reader is back: the divider stands above what came meanwhile, or goes. */
export const withReaderBack = (thread: Thread, otherId: number): Thread =>
  thread.unread?.to === null ? { ...thread, unread: spanAfter(thread, thread.unread.from, otherId) } : thread;

const marks = (thread: Thread, page: ThreadPage) => ({
  lastSeq: Math.max(thread.lastSeq, page.last_seq),
  readSeq: Math.max(thread.readSeq, page.read_seq),
  otherReadSeq: Math.max(thread.otherReadSeq, page.other_read_seq),
});

/** Appends what follows without a hole; what lies beyond one is parked, what is there already is dropped. */
function append(thread: Thread, incoming: readonly Message[]): Thread {
  const next: Message[] = [];
  let newest = newestSeq(thread);
  let { parked, lastSeq } = thread;
  for (const message of incoming) {
    lastSeq = Math.max(lastSeq, message.seq);
    if (message.seq === newest + 1) {
      next.push(message);
      newest = message.seq;
    } else if (message.seq > newest) parked = park(parked, message);
  }
  if (next.length === 0 && parked === thread.parked && lastSeq === thread.lastSeq) return thread;
  return { ...thread, lastSeq, parked, messages: next.length === 0 ? thread.messages : [...thread.messages, ...next] };
}

const park = (parked: readonly Message[], message: Message): readonly Message[] =>
  parked.some((item) => item.id === message.id) ? parked : [...parked, message].toSorted((a, b) => a.seq - b.seq);

/** Takes in what was parked, as far as it now follows without a hole. */
const drain = (thread: Thread): Thread =>
  thread.parked.length === 0 ? thread : append({ ...thread, parked: [] }, thread.parked);
