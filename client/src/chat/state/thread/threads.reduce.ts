import type { CallAnswer } from '@sangam/shared/app/calls';
import type { Message, ReadReceipt, UnreadMark } from '@sangam/shared/chat/messages';
import type { ApiError } from '../../../core/api/errors';

export type ThreadPage = CallAnswer<'GET /api/messages/conversation/:userId'>['data'];

type Fetching = 'idle' | 'loading' | 'error';

/**
 * The messages that were unread when the reader opened the thread: after `from`, up to `to`. `to` is null while the reader is away: all
 * messages until they return.
 */
export interface UnreadSpan {
  from: number;
  to: number | null;
  /** The reader's messages, by client_id, that waited to be sent when the divider was placed: they answer no message of the span. */
  written?: readonly string[];
}

/** One conversation's loaded messages. */
export interface Thread {
  status: 'loading' | 'ready' | 'error';
  /** Why the last try failed; kept while the next one runs. */
  error: ApiError | null;
  /** Ascending without gaps: the message at index i has the first one's seq plus i. */
  messages: readonly Message[];
  /** Live messages beyond a gap; shown once the missing range has arrived. */
  parked: readonly Message[];
  /**
   * True if the loaded messages reach the newest one, or are being fetched up to it. False if the reader is further back: later messages
   * load as they scroll, and live ones only raise `lastSeq`.
   */
  follows: boolean;
  /** Raised when the loaded messages are replaced by others, which restarts the view. */
  windowId: number;
  hasOlder: boolean;
  older: Fetching;
  newer: Fetching;
  /** The newest seq known to be on the server. */
  lastSeq: number;
  /** The loaded messages include every change up to this number. */
  lastChange: number;
  /** The newest announced change. If it is beyond `lastChange`, changes may be missing here. */
  announcedChange: number;
  readSeq: number;
  otherReadSeq: number;
  /** The member's unread mark; null if there never was one. */
  mark: UnreadMark | null;
  /** The thread was marked as unread while on screen: nothing is marked read until it is opened again. */
  unreadHeld: boolean;
  /** The pinned messages' numbers, newest pin first, as of change `pinsChange`. */
  pins: readonly number[];
  pinsChange: number;
  /** The position of the unread divider; null for none. */
  unread: UnreadSpan | null;
  /** The message named by the address; null for none. */
  target: number | null;
}

export const newThread: Thread = {
  status: 'loading',
  error: null,
  messages: [],
  parked: [],
  follows: true,
  windowId: 0,
  hasOlder: false,
  older: 'idle',
  newer: 'idle',
  lastSeq: 0,
  lastChange: 0,
  announcedChange: 0,
  readSeq: 0,
  otherReadSeq: 0,
  mark: null,
  unreadHeld: false,
  pins: [],
  pinsChange: 0,
  unread: null,
  target: null,
};

export const newestSeq = (thread: Pick<Thread, 'messages'>): number => thread.messages.at(-1)?.seq ?? 0;
export const oldestSeq = (thread: Pick<Thread, 'messages'>): number => thread.messages[0]?.seq ?? 0;

/** Returns the newest message; null when there is none, undefined when it isn't loaded. */
export const newestOf = (thread: Thread | undefined): Message | null | undefined =>
  thread?.status === 'ready' && thread.lastSeq === newestSeq(thread) ? (thread.messages.at(-1) ?? null) : undefined;

/** Returns true when the server has messages that should be shown: a fetch with `after` is due. */
export const isBehind = (thread: Thread): boolean =>
  thread.follows && (thread.lastSeq > newestSeq(thread) || thread.parked.length > 0);

/** Returns true when the loaded messages may lack an announced change: a fetch with `changed_since` is due. */
export const missesChange = (thread: Thread): boolean =>
  thread.status === 'ready' && thread.lastChange < thread.announcedChange;

/** Returns true when a loaded thread lacks messages or changes that the server has. */
export const isIncomplete = (thread: Thread): boolean =>
  thread.status === 'ready' && (isBehind(thread) || missesChange(thread));

/** Returns the newer of two unread marks. An archiving may end without raising the version. */
export function newerMark(known: UnreadMark | null, incoming: UnreadMark | undefined): UnreadMark | null {
  if (incoming === undefined || known === null) return incoming ?? null;
  if (incoming.version !== known.version) return incoming.version > known.version ? incoming : known;
  if (known.archived_until === undefined || incoming.archived_until !== undefined) return known;
  const { archived_until: _, ...others } = known;
  return others;
}

/** Returns the number up to which all messages are read. An unread mark makes messages after it unread again. */
export const readUpTo = ({ readSeq, mark }: Thread): number => Math.min(readSeq, (mark?.from ?? readSeq + 1) - 1);

/** Returns true when the thread has everything that this conversation state counts. */
export const isUpToDate = (
  thread: Thread,
  {
    last_seq,
    last_change,
    read_seq,
    other_read_seq,
    unread_mark,
  }: Pick<ThreadPage, 'last_seq' | 'last_change' | 'read_seq' | 'other_read_seq' | 'unread_mark'>,
): boolean =>
  thread.status === 'ready' &&
  !isIncomplete(thread) &&
  thread.lastSeq >= last_seq &&
  thread.lastChange >= last_change &&
  thread.readSeq >= read_seq &&
  thread.otherReadSeq >= other_read_seq &&
  newerMark(thread.mark, unread_mark) === thread.mark;

/** Replaces all loaded messages with a page: at first, and when the view goes elsewhere. */
export function withWindow(thread: Thread, page: ThreadPage): Thread {
  const reset: Thread = {
    ...thread,
    ...marksOf(thread, page),
    status: 'ready',
    error: null,
    messages: page.messages,
    follows: newestSeq(page) >= page.last_seq,
    windowId: thread.messages.length === 0 ? thread.windowId : thread.windowId + 1,
    lastChange: page.last_change,
    announcedChange: Math.max(thread.announcedChange, thread.lastChange, page.last_change),
    hasOlder: oldestSeq(page) > 1,
    older: 'idle',
    newer: 'idle',
    target: null,
  };
  return drain({ ...reset, lastSeq: Math.max(reset.lastSeq, newestSeq(reset)) });
}

/** Returns true when the message with this number is loaded. */
export const hasMessage = (thread: Thread, seq: number): boolean =>
  thread.status === 'ready' && seq >= oldestSeq(thread) && seq <= newestSeq(thread) && seq > 0;

/** Restarts the view at a loaded message. */
export const withTarget = (thread: Thread, seq: number): Thread => ({
  ...thread,
  target: seq,
  windowId: thread.windowId + 1,
});

/** Adds a page that follows the newest loaded message. */
export function withNewer(thread: Thread, page: ThreadPage): Thread {
  const read = { ...marksOf(thread, page), ...changesOf(thread, page) };
  const known = { ...thread, ...read, status: 'ready' as const, error: null, newer: 'idle' as const };
  return drain(append(known, page.messages));
}

/** Leaves the reader in place: too much has arrived to fetch all of it at once. */
export const withoutFollowing = (thread: Thread): Thread =>
  thread.lastSeq > newestSeq(thread) ? { ...thread, follows: false, parked: [] } : thread;

/** Adds a page before the oldest loaded message. */
export function withOlder(thread: Thread, page: ThreadPage): Thread {
  const first = oldestSeq(thread);
  const older = page.messages.filter((message) => message.seq < first);
  const joins = older.at(-1)?.seq === first - 1;
  return {
    ...thread,
    ...marksOf(thread, page),
    ...(joins ? changesOf(thread, page) : {}),
    messages: joins ? [...older, ...thread.messages] : thread.messages,
    // A page that doesn't join was requested before the thread restarted.
    hasOlder: joins || page.messages.length === 0 ? page.has_more : thread.hasOlder,
    older: 'idle',
  };
}

/** Applies a page of changed messages to the loaded ones. */
export const withChanged = (thread: Thread, page: ThreadPage): Thread =>
  withNewContent({ ...thread, ...pinsOf(thread, page) }, page);

function withNewContent(thread: Thread, page: Pick<ThreadPage, 'messages' | 'has_more' | 'last_change'>): Thread {
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
    announcedChange: Math.max(thread.announcedChange, page.last_change),
  };
  // Adds a changed message that isn't here yet: its event may still be on its way, with older content.
  return drain(append(known, bySeq(page.messages)));
}

/** Applies a changed message from an event. If earlier changes are missing, they still have to be fetched. */
export function withChange(thread: Thread, message: Message): Thread {
  const change = changeOf(message);
  const announced = {
    ...thread,
    ...pinsAfter(thread, message),
    announcedChange: Math.max(thread.announcedChange, change),
  };
  if (thread.status !== 'ready')
    return { ...announced, parked: thread.parked.map((parked) => (parked.seq === message.seq ? message : parked)) };
  if (change <= thread.lastChange) return thread;
  const last_change = change === thread.lastChange + 1 ? change : thread.lastChange;
  return withNewContent(announced, { messages: [message], has_more: false, last_change });
}

const bySeq = (messages: readonly Message[]): Message[] => messages.toSorted((a, b) => a.seq - b.seq);

const changeOf = (message: Message | undefined): number => message?.change ?? 0;

/** Adds a live or acknowledged message. A known one changes nothing; one beyond a gap is parked. */
export function withMessage(thread: Thread, message: Message): Thread {
  if (thread.status !== 'ready') {
    return { ...thread, lastSeq: Math.max(thread.lastSeq, message.seq), parked: park(thread.parked, message) };
  }
  return drain(append(thread, [message]));
}

/** Applies a read receipt; read marks never move back. */
export function withReceipt(thread: Thread, receipt: Pick<ReadReceipt, 'reader_id' | 'up_to'>, me: number): Thread {
  return receipt.reader_id === me
    ? { ...thread, readSeq: Math.max(thread.readSeq, receipt.up_to) }
    : { ...thread, otherReadSeq: Math.max(thread.otherReadSeq, receipt.up_to) };
}

const marksOf = (thread: Thread, page: ThreadPage) => ({
  lastSeq: Math.max(thread.lastSeq, page.last_seq),
  readSeq: Math.max(thread.readSeq, page.read_seq),
  otherReadSeq: Math.max(thread.otherReadSeq, page.other_read_seq),
  mark: newerMark(thread.mark, page.unread_mark),
  ...pinsOf(thread, page),
});

/** Takes the pins from a page, unless a newer change is known. */
export const pinsOf = ({ pinsChange = 0 }: Partial<Thread>, { pinned_seqs = [], last_change }: ThreadPage) =>
  last_change < pinsChange ? {} : { pins: pinned_seqs, pinsChange: last_change };

/** Takes the pins from a change. */
function pinsAfter({ pins, pinsChange }: Thread, { seq, pinned, change = 0 }: Message) {
  if (change <= pinsChange) return {};
  const [wasPinned, isPinned] = [pins.includes(seq), pinned !== undefined];
  if (wasPinned === isPinned) return { pins, pinsChange: change };
  return { pins: isPinned ? [seq, ...pins] : pins.filter((pinnedSeq) => pinnedSeq !== seq), pinsChange: change };
}

/** The change numbers after adding a page, which may be older than a live change, or include one whose event hasn't arrived. */
const changesOf = (thread: Thread, page: ThreadPage) => ({
  lastChange: page.messages.length === 0 ? thread.lastChange : Math.min(thread.lastChange, page.last_change),
  announcedChange: Math.max(thread.announcedChange, thread.lastChange, page.last_change),
});

/**
 * Appends messages that follow without a gap, and drops known ones. Messages beyond a gap are parked, or left on the
 * server while the reader is further back.
 */
function append(thread: Thread, incoming: readonly Message[]): Thread {
  const next: Message[] = [];
  let newest = newestSeq(thread);
  let { parked, lastSeq } = thread;
  for (const message of incoming) {
    lastSeq = Math.max(lastSeq, message.seq);
    if (message.seq === newest + 1) {
      next.push(message);
      newest = message.seq;
    } else if (message.seq > newest && thread.follows) parked = park(parked, message);
  }
  const follows = thread.follows || newest >= lastSeq;
  if (next.length === 0 && parked === thread.parked && lastSeq === thread.lastSeq && follows === thread.follows)
    return thread;
  const messages = next.length === 0 ? thread.messages : [...thread.messages, ...next];
  return { ...thread, lastSeq, parked, follows, messages };
}

const park = (parked: readonly Message[], message: Message): readonly Message[] =>
  parked.some((item) => item.id === message.id) ? parked : [...parked, message].toSorted((a, b) => a.seq - b.seq);

/** Appends parked messages that now follow without a gap. */
const drain = (thread: Thread): Thread =>
  thread.parked.length === 0 ? thread : append({ ...thread, parked: [] }, thread.parked);
