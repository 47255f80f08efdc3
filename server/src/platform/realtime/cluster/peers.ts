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
  type Link,
  type Place,
  readBroadcast,
  readGreeting,
  readLetter,
  readPlace,
  TEAM_BROADCAST,
} from './letters.js';
import { createMemberSet, type MemberSet } from './member-set.js';

/** The other live servers, and which members have a socket where. docs/decisions/0014-mailboxes.md has the rules. */
export interface Peers {
  /** Sends a packet to the servers that may hold one of these members. */
  broadcast(userIds: readonly number[], packet: string, audience: Audience): void;
  /** Whether this member may have a socket at another server. */
  mayHold(userId: number): boolean;
  /** The member has a socket here from now on. */
  enter(userId: number): void;
  leave(userId: number): void;
  /**
   * For a member who has entered, resolves once no live server omits them from broadcasts any more: first the prompt servers,
   * then those that were late when the member entered.
   */
  confirmed(userId: number): Confirmed;
  /** A letter arrived from another server. */
  receive(text: string): void;
  /** Letters to this server may have been lost, so no member is known to be absent elsewhere. */
  forget(): void;
  /** Greets these servers, and those known before. Resolves once each is gone or has confirmed this server's members and named its own. */
  join(serverIds: readonly string[]): Promise<void>;
  /** The known servers, for `keep`: read it before the list of live servers. */
  known(): ReadonlyMap<string, Place>;
  /** Drops servers that were known before the list was read and are missing from it twice; greets those that are late or new. */
  keep(serverIds: readonly string[], knownBefore: ReadonlyMap<string, Place>): void;
  /** From now on this server broadcasts. */
  open(): void;
  /** Tells the other servers that this one has sent its last broadcast. */
  close(): void;
}

interface Confirmed {
  byPrompt: Promise<unknown>;
  /** null: none was late. */
  byLate: Promise<unknown> | null;
}

interface Peer {
  link: Link;
  /** The members with a socket there; null: not known, so everything is sent. */
  members: MemberSet | null;
  /** The last letter from there. */
  heard: Place;
  /** Whether it had broadcast nothing before it greeted. */
  isNew: boolean;
  /** Resolved once `members` is known. */
  unanswered: (() => void)[];
  /** How often in a row `keep` found it late, or absent. */
  timesLate: number;
  timesAbsent: number;
}

/** A server that does not answer is greeted again after this many checks. */
const GREETED_AGAIN_AFTER = 10;
/** A single absence may be a broken connection or a restart of Redis; all members would refresh when the server returns. */
const GONE_AFTER = 2;

export function createPeers(deps: {
  self: string;
  send(serverId: string, text: string): void;
  /** Writes a packet to this server's sockets. */
  deliver(userIds: readonly number[], packet: string, audience: Audience): void;
  /** This server's members may have missed broadcasts. */
  onMissed(): void;
  /** They may have missed what a server had committed when it died. */
  onDeath(serverId: string): void;
}): Peers {
  const { self, send, deliver, onMissed, onDeath } = deps;
  const peers = new Map<string, Peer>();
  /** Servers that have stopped; the list of live ones may still contain them. */
  const stopped = new Set<string>();
  const own = createMemberSet();
  const entering = new Map<number, Confirmed>();
  let isOpen = false;
  let rounds = 0;

  const greet = (peer: Peer, asksBack: boolean) => {
    const { link } = peer;
    const isFirst = !link.hasGreeted();
    link.greet({ isNew: !isOpen, asksBack, members: [...own.ids()] });
    if (!isFirst || !isOpen) return;
    // Before that it may have omitted members here who waited for other servers only.
    void link.confirmed().then(() => {
      if (!peer.isNew) onMissed();
    });
  };

  const meet = (serverId: string): Peer => {
    const link = createLink({
      self,
      nextRound: () => {
        rounds += 1;
        return rounds;
      },
      send: (text) => send(serverId, text),
    });
    const heard = { round: 0, number: 0 };
    const peer: Peer = {
      link,
      members: null,
      heard,
      isNew: false,
      unanswered: [],
      timesLate: 0,
      timesAbsent: 0,
    };
    peers.set(serverId, peer);
    return peer;
  };

  const part = (serverId: string, peer: Peer) => {
    peers.delete(serverId);
    peer.link.close();
    for (const done of peer.unanswered.splice(0)) done();
  };

  const welcome = (peer: Peer, line: string, heardBefore: Place) => {
    const { isNew, asksBack, after, members } = readGreeting(line);
    const first = heardBefore.round === 0;
    if (first) peer.isNew = isNew;
    else if (isBefore(heardBefore, after)) onMissed();
    peer.members = createMemberSet(members);
    if (asksBack || !peer.link.hasGreeted()) greet(peer, false);
    for (const done of peer.unanswered.splice(0)) done();
  };

  const read = (peer: Peer, letter: Letter, heardBefore: Place) => {
    let toConfirm = false;
    for (const line of letter.lines) {
      const kind = line[0];
      if (kind === BROADCAST || kind === TEAM_BROADCAST) {
        const { userIds, packet, audience } = readBroadcast(line);
        deliver(userIds, packet, audience);
      } else if (kind === FAREWELL) {
        stopped.add(letter.from);
        part(letter.from, peer);
      } else if (kind === CONFIRMED) peer.link.confirm(readPlace(line.slice(1)));
      else if (kind === LEFT) peer.members?.delete(Number(line.slice(1)));
      else if (kind === ENTERED) {
        peer.members?.add(Number(line.slice(1)));
        toConfirm = true;
      } else if (kind === GREETING) {
        welcome(peer, line, heardBefore);
        toConfirm = true;
      } else onMissed();
    }
    if (toConfirm && peer.members) peer.link.say(confirmedLine(letter));
  };

  return {
    broadcast(userIds, packet, audience) {
      for (const { members, link } of peers.values()) {
        const there = members ? userIds.filter((userId) => members.has(userId)) : userIds;
        if (there.length > 0) link.say(broadcastLine(audience, there.join(','), packet));
      }
    },
    mayHold(userId) {
      for (const { members } of peers.values()) if (!members || members.has(userId)) return true;
      return false;
    },
    enter(userId) {
      own.add(userId);
      const prompt: Promise<void>[] = [];
      const late: Promise<void>[] = [];
      for (const { link, timesLate, timesAbsent } of peers.values()) {
        link.say(`${ENTERED}${userId}`);
        (timesLate + timesAbsent > 0 ? late : prompt).push(link.confirmed());
      }
      const confirmed = { byPrompt: Promise.all(prompt), byLate: late.length > 0 ? Promise.all(late) : null };
      entering.set(userId, confirmed);
      void Promise.all([confirmed.byPrompt, confirmed.byLate]).then(() => {
        if (entering.get(userId) === confirmed) entering.delete(userId);
      });
    },
    leave(userId) {
      own.delete(userId);
      for (const { link } of peers.values()) link.say(`${LEFT}${userId}`);
    },
    confirmed: (userId) => entering.get(userId) ?? { byPrompt: Promise.resolve(), byLate: null },

    receive(text) {
      const letter = readLetter(text);
      if (letter === null) return onMissed();
      if (stopped.has(letter.from)) return;
      const peer = peers.get(letter.from) ?? meet(letter.from);
      const before = peer.heard;
      // Redis did not confirm it in time, and it was sent again.
      if (!isBefore(before, letter)) return;
      peer.heard = { round: letter.round, number: letter.number };
      const follows = letter.number === 1 || (letter.round === before.round && letter.number === before.number + 1);
      if (!follows) {
        peer.members = null;
        greet(peer, true);
        onMissed();
      }
      read(peer, letter, before);
    },

    forget() {
      for (const peer of peers.values()) peer.members = null;
    },
    async join(serverIds) {
      const wanted = new Set([...serverIds.filter((serverId) => !stopped.has(serverId)), ...peers.keys()]);
      wanted.delete(self);
      await Promise.all(
        [...wanted].map((serverId) => {
          const peer = peers.get(serverId) ?? meet(serverId);
          peer.members = null;
          greet(peer, true);
          const answered = new Promise<void>((done) => peer.unanswered.push(done));
          return Promise.all([peer.link.confirmed(), answered]);
        }),
      );
    },
    known: () => new Map([...peers].map(([serverId, { heard }]) => [serverId, heard])),
    keep(serverIds, knownBefore) {
      const live = new Set(serverIds);
      for (const [serverId, peer] of peers) {
        // It sent a letter since: the list may be older than its return.
        const isAbsent = !live.has(serverId) && knownBefore.get(serverId) === peer.heard;
        peer.timesAbsent = isAbsent ? peer.timesAbsent + 1 : 0;
        const isLate = peer.link.isLate() || peer.members === null;
        if (peer.timesAbsent >= GONE_AFTER) {
          part(serverId, peer);
          onDeath(serverId);
        } else if (!isLate) peer.timesLate = 0;
        else {
          peer.timesLate += 1;
          if (peer.timesLate % GREETED_AGAIN_AFTER === 0) greet(peer, peer.members === null);
        }
      }
      for (const serverId of serverIds) if (serverId !== self && !peers.has(serverId)) greet(meet(serverId), true);
    },
    open() {
      isOpen = true;
    },
    close() {
      for (const { link } of peers.values()) link.say(FAREWELL);
    },
  };
}
