import type { Audience } from '../sockets/broadcast.js';
import { ENTERED, FAREWELL, LEFT, type Place, readLetter } from './letters.js';
import { createMemberSet } from './member-set.js';
import { createPeer, type Peer, type Self } from './peer.js';

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
  /** Notifies the other servers that this one has sent its last broadcast. */
  close(): void;
}

interface Confirmed {
  byPrompt: Promise<unknown>;
  /** null: none was late. */
  byLate: Promise<unknown> | null;
}

export function createPeers(
  deps: Pick<Self, 'send' | 'deliver' | 'onMissed'> & {
    self: string;
    /** This server's members may have missed what a server had committed when it died. */
    onDeath(serverId: string): void;
  },
): Peers {
  const { send, deliver, onMissed, onDeath } = deps;
  const peers = new Map<string, Peer>();
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
      part(serverId);
    },
  };
  const peerOf = (serverId: string): Peer => {
    const peer = peers.get(serverId) ?? createPeer(serverId, self);
    peers.set(serverId, peer);
    return peer;
  };
  const part = (serverId: string) => {
    const peer = peers.get(serverId);
    peers.delete(serverId);
    peer?.close();
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
      if (!stopped.has(letter.from)) peerOf(letter.from).receive(letter);
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
        if (!peer.check(isAbsent)) continue;
        part(serverId);
        onDeath(serverId);
      }
      for (const serverId of serverIds)
        if (serverId !== self.id && !peers.has(serverId)) peerOf(serverId).greet({ asksBack: true });
    },
    open() {
      isOpen = true;
    },
    close() {
      for (const peer of peers.values()) peer.say(FAREWELL);
    },
  };
}
