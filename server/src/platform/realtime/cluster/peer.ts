import type { Audience } from '../sockets/broadcast.js';
import {
  BROADCAST,
  broadcastLine,
  CONFIRMED,
  confirmedLine,
  createLink,
  ENTERED,
  FAREWELL,
  GREETING,
  isBefore,
  LEFT,
  type Letter,
  type LetterPosition,
  readBroadcast,
  readGreeting,
  readPosition,
  TEAM_BROADCAST,
} from './letters.js';
import { createMemberSet, type MemberSet } from './member-set.js';

/** Another live server, and which members have a socket there. */
export interface Peer {
  /** Sends a packet if one of these members may have a socket there. */
  broadcast(userIds: readonly number[], packet: string, audience: Audience): void;
  mayHold(userId: number): boolean;
  addLine(line: string): void;
  /** Resolves once it has confirmed everything said so far, or is gone. */
  confirmed(): Promise<void>;
  /** Whether the last check found it late or absent. */
  isSlow(): boolean;
  /** Sends it this server's members. `expectsGreeting`: it has to send its own, too. */
  greet(options: { expectsGreeting: boolean }): void;
  /** Greets it. Resolves once it has confirmed that and sent its own members, or is gone. */
  exchangeMembers(): Promise<unknown>;
  receive(letter: Letter): void;
  /** Its members are no longer known, so it gets everything. */
  forget(): void;
  /** The place of the last letter received; a new object after each letter. */
  received(): LetterPosition;
  /** Counts how often in a row it was late, or absent, and greets it again if it does not answer. Returns whether it is gone. */
  check(isAbsent: boolean): boolean;
  /** It is gone: nothing waits for it or is sent there. Its letters are still received, by their numbers. */
  close(): void;
  /** The same process is back, and continues its numbers. */
  reopen(): void;
}

/** This server, as its peers need it. */
export interface Self {
  id: string;
  members: MemberSet;
  /** Whether this server broadcasts. */
  isOpen(): boolean;
  nextRound(): number;
  send(serverId: string, text: string): void;
  /** Writes a packet to this server's sockets. */
  deliver(userIds: readonly number[], packet: string, audience: Audience): void;
  /** This server's members may have missed broadcasts. */
  onMissed(): void;
  /** The peer has sent its last broadcast. */
  onFarewell(serverId: string): void;
}

export function createPeer(serverId: string, self: Self): Peer {
  const { deliver, onMissed } = self;
  const link = createLink({
    self: self.id,
    nextRound: self.nextRound,
    send: (text) => self.send(serverId, text),
  });
  /** The members with a socket there; null: not known, so everything is sent. */
  let members: MemberSet | null = null;
  let received: LetterPosition = { round: 0, number: 0 };
  /** Whether it had broadcast nothing before it greeted. */
  let isNew = false;
  /** Resolved once `members` is known. */
  const waitingForMembers: (() => void)[] = [];
  let patience = createPatience();

  const resolveWaiting = () => {
    for (const done of waitingForMembers.splice(0)) done();
  };

  const greet = ({ expectsGreeting }: { expectsGreeting: boolean }) => {
    const isFirst = !link.hasGreeted();
    const isOpen = self.isOpen();
    link.greet({ isNew: !isOpen, expectsGreeting, members: [...self.members.ids()] });
    if (!isFirst || !isOpen) return;
    // Before it confirms, it may have omitted members here who waited for other servers only.
    void link.confirmed().then(() => {
      if (!isNew) onMissed();
    });
  };

  const receiveGreeting = (line: string, receivedBefore: LetterPosition) => {
    const greeting = readGreeting(line);
    if (receivedBefore.round === 0) isNew = greeting.isNew;
    else if (isBefore(receivedBefore, greeting.after)) onMissed();
    members = createMemberSet(greeting.members);
    if (greeting.expectsGreeting || !link.hasGreeted()) greet({ expectsGreeting: false });
    resolveWaiting();
  };

  /** Handles a line of a letter. */
  const handleLine = (line: string, receivedBefore: LetterPosition) => {
    switch (line[0]) {
      case BROADCAST:
      case TEAM_BROADCAST: {
        const { userIds, packet, audience } = readBroadcast(line);
        return deliver(userIds, packet, audience);
      }
      case CONFIRMED:
        return link.confirm(readPosition(line.slice(1)));
      case ENTERED:
        return members?.add(Number(line.slice(1)));
      case LEFT:
        return members?.delete(Number(line.slice(1)));
      case GREETING:
        return receiveGreeting(line, receivedBefore);
      case FAREWELL:
        return self.onFarewell(serverId);
      default:
        return onMissed();
    }
  };

  return {
    broadcast(userIds, packet, audience) {
      const knownMembers = members;
      const addressees = knownMembers ? userIds.filter((userId) => knownMembers.has(userId)) : userIds;
      if (addressees.length > 0) link.addLine(broadcastLine(audience, addressees.join(','), packet));
    },
    mayHold: (userId) => members === null || members.has(userId),
    addLine: link.addLine,
    confirmed: link.confirmed,
    isSlow: () => patience.isSlow(),
    greet,
    exchangeMembers() {
      members = null;
      greet({ expectsGreeting: true });
      const membersKnown = new Promise<void>((done) => waitingForMembers.push(done));
      return Promise.all([link.confirmed(), membersKnown]);
    },
    receive(letter) {
      const before = received;
      const order = orderOf(letter, before);
      // Redis did not confirm it in time, and it was sent again.
      if (order === 'repeated') return;
      received = { round: letter.round, number: letter.number };
      if (order === 'after a gap') {
        members = null;
        greet({ expectsGreeting: true });
        onMissed();
      }
      for (const line of letter.lines) handleLine(line, before);
      if (letter.lines.some(isToConfirm) && members) link.addLine(confirmedLine(letter));
    },
    forget() {
      members = null;
    },
    received: () => received,
    check(isAbsent) {
      const verdict = patience.check({ isAbsent, isLate: link.isLate() || members === null });
      if (verdict === 'greet again') greet({ expectsGreeting: members === null });
      return verdict === 'gone';
    },
    close() {
      link.close();
      members = null;
      resolveWaiting();
    },
    reopen() {
      link.reopen();
      isNew = false;
      patience = createPatience();
    },
  };
}

/** Says how a letter follows the last one received. The first letter of a round follows any. */
function orderOf(letter: LetterPosition, last: LetterPosition): 'next' | 'repeated' | 'after a gap' {
  if (!isBefore(last, letter)) return 'repeated';
  const isNext = letter.number === 1 || (letter.round === last.round && letter.number === last.number + 1);
  return isNext ? 'next' : 'after a gap';
}

/** Only a server that listens greets. */
export const isGreeting = (letter: Letter): boolean => letter.lines.some((line) => line.startsWith(GREETING));

/** The sender waits until its members are known here. */
const isToConfirm = (line: string) => line.startsWith(ENTERED) || line.startsWith(GREETING);

/** A server that does not answer is greeted again after this many checks. */
const GREETED_AGAIN_AFTER = 10;
/** A single absence may be a broken connection or a restart of Redis; all members would refresh when the server returns. */
const GONE_AFTER = 2;

/** Counts how often in a row a server was late or absent, and says when to greet it again and when it is gone. */
function createPatience() {
  let timesLate = 0;
  let timesAbsent = 0;
  return {
    isSlow: () => timesLate + timesAbsent > 0,
    check({ isAbsent, isLate }: { isAbsent: boolean; isLate: boolean }): 'wait' | 'greet again' | 'gone' {
      timesAbsent = isAbsent ? timesAbsent + 1 : 0;
      if (timesAbsent >= GONE_AFTER) return 'gone';
      timesLate = isLate ? timesLate + 1 : 0;
      return isLate && timesLate % GREETED_AGAIN_AFTER === 0 ? 'greet again' : 'wait';
    },
  };
}
