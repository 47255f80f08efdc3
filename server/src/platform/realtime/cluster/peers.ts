import type { Audience } from '../sockets/broadcast.js';
import { ENTERED, FAREWELL, isBefore, LEFT, type Place, readLetter } from './letters.js';
import { createMemberSet } from './member-set.js';
import { createPeer, isGreeting, type Peer, type Self } from './peer.js';

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
   * For a member who has entered, resolves once every live server includes them in broadcasts: first the prompt servers,
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
  /** Notifies the other servers that this one has sent its last broadcast. */
  close(): void;
}

interface Confirmed {
  byPrompt: Promise<unknown>;
  /** Null if none was late. */
  byLate: Promise<unknown> | null;
}

export function createPeers(
  deps: Pick<Self, 'send' | 'deliver' | 'onMissed'> & {
    self: string;
    /** This server's members may have missed what a server had committed when it died. */
    onDeath(serverId: string): void;
    /** A server that was taken for dead is listening again. */
    onReturn(serverId: string): void;
  },
): Peers {
  const { send, deliver, onMissed, onDeath, onReturn } = deps;
  const peers = new Map<string, Peer>();
  /**
   * Servers that were taken for dead. One that is alive goes on sending: a hung or full Redis ended its subscription only. Its numbers
   * show what arrives a second time, so that nothing is delivered twice and nobody refreshes for what follows without a gap.
   */
  const dead = new Map<string, Peer>();
  /** Servers that have stopped; the list of live ones may still contain them. */
  const stopped = new Set<string>();
  const own = createMemberSet();
  const entering = new Map<number, Confirmed>();
  let isOpen = false;
  let rounds = 0;

  const self: Self = {
    id: deps.self,
    members: own,
    isOpen: () => isOpen,
    nextRound() {
      rounds += 1;
      return rounds;
    },
    send,
    deliver,
    onMissed,
    onFarewell(serverId) {
      stopped.add(serverId);
      peers.get(serverId)?.close();
      peers.delete(serverId);
      dead.delete(serverId);
    },
  };
  const peerOf = (serverId: string): Peer => {
    const known = peers.get(serverId);
    if (known) return known;
    const back = dead.get(serverId);
    const peer = back ?? createPeer(serverId, self);
    peers.set(serverId, peer);
    if (back === undefined) return peer;
    dead.delete(serverId);
    back.reopen();
    onReturn(serverId);
    return peer;
  };
  const bury = (serverId: string, peer: Peer) => {
    peers.delete(serverId);
    peer.close();
    dead.set(serverId, peer);
    onDeath(serverId);
  };

  return {
    broadcast(userIds, packet, audience) {
      for (const peer of peers.values()) peer.broadcast(userIds, packet, audience);
    },
    mayHold(userId) {
      for (const peer of peers.values()) if (peer.mayHold(userId)) return true;
      return false;
    },
    enter(userId) {
      own.add(userId);
      const prompt: Promise<void>[] = [];
      const late: Promise<void>[] = [];
      for (const peer of peers.values()) {
        peer.say(`${ENTERED}${userId}`);
        (peer.isSlow() ? late : prompt).push(peer.confirmed());
      }
      const confirmed = { byPrompt: Promise.all(prompt), byLate: late.length > 0 ? Promise.all(late) : null };
      entering.set(userId, confirmed);
      void Promise.all([confirmed.byPrompt, confirmed.byLate]).then(() => {
        if (entering.get(userId) === confirmed) entering.delete(userId);
      });
    },
    leave(userId) {
      own.delete(userId);
      for (const peer of peers.values()) peer.say(`${LEFT}${userId}`);
    },
    confirmed: (userId) => entering.get(userId) ?? { byPrompt: Promise.resolve(), byLate: null },

    receive(text) {
      const letter = readLetter(text);
      if (letter === null) return onMissed();
      if (stopped.has(letter.from)) return;
      const deaf = dead.get(letter.from);
      // A greeting shows that it listens again, unless it arrives a second time.
      const isBack = deaf === undefined || (isGreeting(letter) && isBefore(deaf.received(), letter));
      (isBack ? peerOf(letter.from) : deaf).receive(letter);
    },

    forget() {
      for (const peer of peers.values()) peer.forget();
    },
    async join(serverIds) {
      const wanted = new Set([...serverIds.filter((serverId) => !stopped.has(serverId)), ...peers.keys()]);
      wanted.delete(self.id);
      await Promise.all([...wanted].map((serverId) => peerOf(serverId).meet()));
    },
    known: () => new Map([...peers].map(([serverId, peer]) => [serverId, peer.received()])),
    keep(serverIds, knownBefore) {
      const live = new Set(serverIds);
      for (const [serverId, peer] of peers) {
        // If it sent a letter since, the list may be older than its return.
        const isAbsent = !live.has(serverId) && knownBefore.get(serverId) === peer.received();
        if (peer.check(isAbsent)) bury(serverId, peer);
      }
      for (const serverId of live)
        if (serverId !== self.id && !peers.has(serverId) && !stopped.has(serverId))
          peerOf(serverId).greet({ asksBack: true });
    },
    open() {
      isOpen = true;
    },
    close() {
      for (const peer of peers.values()) peer.say(FAREWELL);
    },
  };
}
