/*
 * What one server sends another in one turn: a head, and lines of which each begins with a letter for its kind. A packet
 * is JSON, so it has no line break.
 *
 * Servers of two versions write to each other while they are updated in turn. A line or head that its receiver cannot read
 * has the members there refresh, so a new kind of line is safe to send. What they must not miss for as long as that takes
 * needs other names of the mailboxes and of their list (`mailbox.ts`): clients then poll until the older servers are gone.
 */

/** Where a letter stands among those of one server to another. Each greeting begins a new round, at number 1. */
export interface Place {
  round: number;
  number: number;
}

export interface Letter extends Place {
  from: string;
  lines: string[];
}

/** Every server's id has this length. */
export const SERVER_ID_LENGTH = 8;

/** The first letter of a round: what its receiver needs to know of the sender. */
export interface Greeting {
  /** The sender has pushed nothing yet that anybody could have missed. */
  isNew: boolean;
  /** The receiver is to greet, too. */
  asksBack: boolean;
  /** The last letter before. */
  after: Place;
  /** Everybody who has a socket at the sender. */
  members: readonly number[];
}

/** Kinds of lines. */
export const PUSH = 'p';
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

export const isBefore = (one: Place, other: Place): boolean =>
  one.round < other.round || (one.round === other.round && one.number < other.number);

export const letterText = ({ from, lines, ...place }: Letter): string =>
  `${from}${placeText(place)}\n${lines.join('\n')}`;

/** null: its head is that of another version. */
export function readLetter(text: string): Letter | null {
  const [head = '', ...lines] = text.slice(SERVER_ID_LENGTH).split('\n');
  const place = readPlace(head);
  return place.round > 0 && place.number > 0 ? { from: text.slice(0, SERVER_ID_LENGTH), ...place, lines } : null;
}

export const confirmedLine = (place: Place): string => CONFIRMED + placeText(place);

export const pushLine = (userIds: string, packet: string): string => `${PUSH}${userIds} ${packet}`;

export function readPush(line: string): { userIds: number[]; packet: string } {
  const space = line.indexOf(' ');
  return { userIds: line.slice(1, space).split(',').map(Number), packet: line.slice(space + 1) };
}

export const greetingLine = ({ isNew, asksBack, after, members }: Greeting): string =>
  [
    GREETING + (isNew ? 'n' : '') + (asksBack ? 'a' : ''),
    placeText(after),
    members.map((id) => id.toString(BASE)).join(','),
  ].join(' ');

export function readGreeting(line: string): Greeting {
  const [flags = '', after = '', members = ''] = line.split(' ');
  return {
    isNew: flags.includes('n'),
    asksBack: flags.includes('a'),
    after: readPlace(after),
    members: members === '' ? [] : members.split(',').map((id) => Number.parseInt(id, BASE)),
  };
}
