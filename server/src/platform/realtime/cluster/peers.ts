import type { Audience } from '../sockets/broadcast.js';
import { ENTERED, FAREWELL, isBefore, LEFT, type LetterPosition, readLetter } from './letters.js';
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
  /** The known servers, for `updateLive`: read it before the list of live servers. */
  known(): ReadonlyMap<string, LetterPosition>;
  /** Drops servers that were known before the list was read and are missing from it twice; greets those that are late or new. */
  updateLive(serverIds: readonly string[], knownBefore: ReadonlyMap<string, LetterPosition>): void;
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
  const ownMembers = createMemberSet();
  const entering = new Map<number, Confirmed>();
  let isOpen = false;
  let rounds = 0;

  const self: Self = {
    id: deps.self,
    members: ownMembers,
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
    const existing = peers.get(serverId);
    if (existing) return existing;
    const returning = dead.get(serverId);
    const peer = returning ?? createPeer(serverId, self);
    peers.set(serverId, peer);
    if (returning === undefined) return peer;
    dead.delete(serverId);
    returning.reopen();
    onReturn(serverId);
    return peer;
  };
  const declareDead = (serverId: string, peer: Peer) => {
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
      ownMembers.add(userId);
      const prompt: Promise<void>[] = [];
      const late: Promise<void>[] = [];
      for (const peer of peers.values()) {
        peer.addLine(`${ENTERED}${userId}`);
        (peer.isSlow() ? late : prompt).push(peer.confirmed());
      }
      const confirmed = { byPrompt: Promise.all(prompt), byLate: late.length > 0 ? Promise.all(late) : null };
      entering.set(userId, confirmed);
      void Promise.all([confirmed.byPrompt, confirmed.byLate]).then(() => {
        if (entering.get(userId) === confirmed) entering.delete(userId);
      });
    },
    leave(userId) {
      ownMembers.delete(userId);
      for (const peer of peers.values()) peer.addLine(`${LEFT}${userId}`);
    },
    confirmed: (userId) => entering.get(userId) ?? { byPrompt: Promise.resolve(), byLate: null },

    receive(text) {
      const letter = readLetter(text);
      if (letter === null) return onMissed();
      if (stopped.has(letter.from)) return;
      const deadPeer = dead.get(letter.from);
      // A greeting shows that it listens again, unless it arrives a second time.
      const isListening = deadPeer === undefined || (isGreeting(letter) && isBefore(deadPeer.received(), letter));
      (isListening ? peerOf(letter.from) : deadPeer).receive(letter);
    },

    forget() {
      for (const peer of peers.values()) peer.forget();
    },
    async join(serverIds) {
      const toMeet = new Set([...serverIds.filter((serverId) => !stopped.has(serverId)), ...peers.keys()]);
      toMeet.delete(self.id);
      await Promise.all([...toMeet].map((serverId) => peerOf(serverId).exchangeMembers()));
    },
    known: () => new Map([...peers].map(([serverId, peer]) => [serverId, peer.received()])),
    updateLive(serverIds, knownBefore) {
      const live = new Set(serverIds);
      for (const [serverId, peer] of peers) {
        // If it sent a letter since, the list may be older than its return.
        const isAbsent = !live.has(serverId) && knownBefore.get(serverId) === peer.received();
        if (peer.check(isAbsent)) declareDead(serverId, peer);
      }
      for (const serverId of live)
        if (serverId !== self.id && !peers.has(serverId) && !stopped.has(serverId))
          peerOf(serverId).greet({ expectsGreeting: true });
    },
    open() {
      isOpen = true;
    },
    close() {
      for (const peer of peers.values()) peer.addLine(FAREWELL);
    },
  };
}
