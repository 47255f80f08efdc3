import type { Audience } from '../sockets/broadcast.js';

/*
 * The letter that one server sends another in one turn: a head, and lines that each begin with a letter for their kind. A packet
 * is JSON, so it has no line break.
 *
 * During a rolling update, servers of two versions write to each other. An unreadable line or head makes the receiver's members
 * refresh, so a new kind of line is safe to send. A change that cannot rely on that needs new names for the mailboxes and their
 * list (`mailbox.ts`): clients then poll until the older servers are gone.
 */

/** A letter's position among those from one server to another. Each greeting begins a new round, at number 1. */
export interface Place {
  round: number;
  number: number;
}

export interface Letter extends Place {
  from: string;
  lines: string[];
}

/** The length of every server's id. */
export const SERVER_ID_LENGTH = 8;

/** The first letter of a round: the sender's state. */
export interface Greeting {
  /** The sender has broadcast nothing yet that a member could have missed. */
  isNew: boolean;
  /** The receiver has to greet, too. */
  asksBack: boolean;
  /** The position before this round. */
  after: Place;
  /** The members with a socket at the sender. */
  members: readonly number[];
}

/** Kinds of lines. */
export const BROADCAST = 'p';
/** A broadcast to sockets that take the events of teams' conversations. */
export const TEAM_BROADCAST = 't';
export const ENTERED = 'e';
export const LEFT = 'l';
export const GREETING = 'g';
export const CONFIRMED = 'c';
/** The last line of a server that stops. */
export const FAREWELL = 'f';

const BASE = 36;
const placeText = ({ round, number }: Place) => `${round.toString(BASE)}.${number.toString(BASE)}`;
export const readPlace = (text: string): Place => {
  const [round, number] = text.split('.');
  return { round: Number.parseInt(round ?? '', BASE), number: Number.parseInt(number ?? '', BASE) };
};

/** Whether a letter was sent before the other, by the same server to the same one. */
export const isBefore = (one: Place, other: Place): boolean =>
  one.round < other.round || (one.round === other.round && one.number < other.number);

export const letterText = ({ from, lines, ...place }: Letter): string =>
  `${from}${placeText(place)}\n${lines.join('\n')}`;

/** Returns null for a head from another version. */
export function readLetter(text: string): Letter | null {
  const [head = '', ...lines] = text.slice(SERVER_ID_LENGTH).split('\n');
  const place = readPlace(head);
  return place.round > 0 && place.number > 0 ? { from: text.slice(0, SERVER_ID_LENGTH), ...place, lines } : null;
}

export const confirmedLine = (place: Place): string => CONFIRMED + placeText(place);

export const broadcastLine = (audience: Audience, userIds: string, packet: string): string =>
  `${audience === 'all' ? BROADCAST : TEAM_BROADCAST}${userIds} ${packet}`;

/** Reads a line of the kinds `BROADCAST` and `TEAM_BROADCAST`. */
export function readBroadcast(line: string): { audience: Audience; userIds: number[]; packet: string } {
  const space = line.indexOf(' ');
  const audience = line.startsWith(TEAM_BROADCAST) ? 'teams' : 'all';
  return { audience, userIds: line.slice(1, space).split(',').map(Number), packet: line.slice(space + 1) };
}

const greetingLine = ({ isNew, asksBack, after, members }: Greeting): string =>
  [
    GREETING + (isNew ? 'n' : '') + (asksBack ? 'a' : ''),
    placeText(after),
    members.map((id) => id.toString(BASE)).join(','),
  ].join(' ');

/** Reads a line of the kind `GREETING`. */
export function readGreeting(line: string): Greeting {
  const [flags = '', after = '', members = ''] = line.split(' ');
  return {
    isNew: flags.includes('n'),
    asksBack: flags.includes('a'),
    after: readPlace(after),
    members: members === '' ? [] : members.split(',').map((id) => Number.parseInt(id, BASE)),
  };
}

/** This server's letters to one other server, numbered, so that the receiver notices a missing or repeated one. */
export interface Link {
  /** Adds a line to the letter of this turn. */
  say(line: string): void;
  /** Begins a new round, with a letter that carries the whole state. */
  greet(greeting: Omit<Greeting, 'after'>): void;
  hasGreeted(): boolean;
  /** Resolves once the other server has confirmed everything said so far, or is gone. */
  confirmed(): Promise<void>;
  /** The other server has confirmed the letters up to this one. */
  confirm(upTo: Place): void;
  /** Whether the confirmation that was awaited at the last call is still missing. */
  isLate(): boolean;
  /** The other server is gone: pending confirmations resolve, and nothing is sent. */
  close(): void;
  /** The other server is back. */
  reopen(): void;
}

export function createLink(deps: {
  self: string;
  /** Rounds count up over all links of this server, so none repeats. */
  nextRound(): number;
  send(text: string): void;
}): Link {
  let place: Place = { round: 0, number: 0 };
  let lines: string[] = [];
  let waiting: { place: Place; done: () => void }[] = [];
  /** The longest awaited confirmation when `isLate` was last called. */
  let awaited: (typeof waiting)[number] | null = null;
  let greeted = false;
  let closed = false;

  const flush = () => {
    if (lines.length === 0) return;
    place = { round: place.round, number: place.number + 1 };
    deps.send(letterText({ from: deps.self, ...place, lines }));
    lines = [];
  };
  const say = (line: string) => {
    if (!closed && lines.push(line) === 1) queueMicrotask(flush);
  };

  return {
    say,
    greet(greeting) {
      if (closed) return;
      flush();
      greeted = true;
      const after = place;
      place = { round: deps.nextRound(), number: 0 };
      say(greetingLine({ ...greeting, after }));
      // The greeting repeats everything whose confirmation they await.
      for (const each of waiting) each.place = { round: place.round, number: 1 };
    },
    hasGreeted: () => greeted,
    confirmed() {
      if (closed) return Promise.resolve();
      const last = { round: place.round, number: place.number + (lines.length > 0 ? 1 : 0) };
      return new Promise((done) => waiting.push({ place: last, done }));
    },
    confirm(upTo) {
      const done = waiting.filter((each) => !isBefore(upTo, each.place));
      waiting = waiting.filter((each) => isBefore(upTo, each.place));
      for (const each of done) each.done();
    },
    isLate() {
      const before = awaited;
      awaited = waiting[0] ?? null;
      return awaited !== null && awaited === before;
    },
    close() {
      closed = true;
      lines = [];
      for (const each of waiting.splice(0)) each.done();
    },
    reopen() {
      closed = false;
      greeted = false;
      awaited = null;
      // The letters that were not sent count as one: its next greeting shows the receiver that it missed something.
      place = { round: place.round, number: place.number + 1 };
    },
  };
}
