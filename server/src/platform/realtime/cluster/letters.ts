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
export interface LetterPosition {
  round: number;
  number: number;
}

export interface Letter extends LetterPosition {
  from: string;
  lines: string[];
}

/** The length of every server's id. */
export const SERVER_ID_LENGTH = 8;

/** The first letter of a round: the sender's state. */
interface Greeting {
  /** The sender has broadcast nothing yet that a member could have missed. */
  isNew: boolean;
  /** The receiver has to greet, too. */
  expectsGreeting: boolean;
  /** The position before this round. */
  after: LetterPosition;
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
const positionText = ({ round, number }: LetterPosition) => `${round.toString(BASE)}.${number.toString(BASE)}`;
export const readPosition = (text: string): LetterPosition => {
  const [round, number] = text.split('.');
  return { round: Number.parseInt(round ?? '', BASE), number: Number.parseInt(number ?? '', BASE) };
};

/** Whether a letter was sent before the other, by the same server to the same one. */
export const isBefore = (a: LetterPosition, b: LetterPosition): boolean =>
  a.round < b.round || (a.round === b.round && a.number < b.number);

export const letterText = ({ from, lines, ...position }: Letter): string =>
  `${from}${positionText(position)}\n${lines.join('\n')}`;

/** Returns null for a head from another version. */
export function readLetter(text: string): Letter | null {
  const [head = '', ...lines] = text.slice(SERVER_ID_LENGTH).split('\n');
  const position = readPosition(head);
  return position.round > 0 && position.number > 0
    ? { from: text.slice(0, SERVER_ID_LENGTH), ...position, lines }
    : null;
}

export const confirmedLine = (position: LetterPosition): string => CONFIRMED + positionText(position);

export const broadcastLine = (audience: Audience, userIds: string, packet: string): string =>
  `${audience === 'all' ? BROADCAST : TEAM_BROADCAST}${userIds} ${packet}`;

/** Reads a line of the kinds `BROADCAST` and `TEAM_BROADCAST`. */
export function readBroadcast(line: string): { audience: Audience; userIds: number[]; packet: string } {
  const space = line.indexOf(' ');
  const audience = line.startsWith(TEAM_BROADCAST) ? 'teams' : 'all';
  return { audience, userIds: line.slice(1, space).split(',').map(Number), packet: line.slice(space + 1) };
}

const greetingLine = ({ isNew, expectsGreeting, after, members }: Greeting): string =>
  [
    GREETING + (isNew ? 'n' : '') + (expectsGreeting ? 'a' : ''),
    positionText(after),
    members.map((id) => id.toString(BASE)).join(','),
  ].join(' ');

/** Reads a line of the kind `GREETING`. */
export function readGreeting(line: string): Greeting {
  const [flags = '', after = '', members = ''] = line.split(' ');
  return {
    isNew: flags.includes('n'),
    expectsGreeting: flags.includes('a'),
    after: readPosition(after),
    members: members === '' ? [] : members.split(',').map((id) => Number.parseInt(id, BASE)),
  };
}

/** This server's letters to one other server, numbered, so that the receiver notices a missing or repeated one. */
interface Link {
  /** Adds a line to the letter of this turn. */
  addLine(line: string): void;
  /** Begins a new round, with a letter that carries the whole state. */
  greet(greeting: Omit<Greeting, 'after'>): void;
  hasGreeted(): boolean;
  /** Resolves once the other server has confirmed everything said so far, or is gone. */
  confirmed(): Promise<void>;
  /** The other server has confirmed the letters up to this one. */
  confirm(upTo: LetterPosition): void;
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
  let position: LetterPosition = { round: 0, number: 0 };
  let lines: string[] = [];
  let waiting: { position: LetterPosition; done: () => void }[] = [];
  /** The longest awaited confirmation when `isLate` was last called. */
  let awaited: (typeof waiting)[number] | null = null;
  let greeted = false;
  let closed = false;

  const flush = () => {
    if (lines.length === 0) return;
    position = { round: position.round, number: position.number + 1 };
    deps.send(letterText({ from: deps.self, ...position, lines }));
    lines = [];
  };
  const addLine = (line: string) => {
    if (!closed && lines.push(line) === 1) queueMicrotask(flush);
  };

  return {
    addLine,
    greet(greeting) {
      if (closed) return;
      flush();
      greeted = true;
      const after = position;
      position = { round: deps.nextRound(), number: 0 };
      addLine(greetingLine({ ...greeting, after }));
      // The greeting repeats everything whose confirmation they await.
      for (const each of waiting) each.position = { round: position.round, number: 1 };
    },
    hasGreeted: () => greeted,
    confirmed() {
      if (closed) return Promise.resolve();
      const last = { round: position.round, number: position.number + (lines.length > 0 ? 1 : 0) };
      return new Promise((done) => waiting.push({ position: last, done }));
    },
    confirm(upTo) {
      const done = waiting.filter((each) => !isBefore(upTo, each.position));
      waiting = waiting.filter((each) => isBefore(upTo, each.position));
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
      position = { round: position.round, number: position.number + 1 };
    },
  };
}
