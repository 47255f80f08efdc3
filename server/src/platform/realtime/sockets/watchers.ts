import type { Presence } from '@sangam/shared/people/users';
import type { Io, MemberSocket } from '../transport/io.js';
import type { SocketRegistry } from './registry.js';

/** Sends members' presence and pictures only to the sockets that watch these members. */
export interface Watchers {
  /** Calls back whenever a single viewer of this server was shown a presence, instead of all who watch the member. */
  onShown(listener: (presence: Presence) => void): void;
  /** Replaces the members whose presence this socket receives, and those whose presence it will receive once it may see it. */
  watchMembers(socket: MemberSocket, userIds: readonly number[], hiddenIds: readonly number[]): void;
  /** The members whose presence a socket of this server watches. */
  watchedMembers(): number[];
  /** Pairs of viewer and watched member whose presence is hidden from the viewer, on this server. */
  hiddenPairs(): [viewerId: number, userId: number][];
  /** Pairs of viewer and watched member on this server, either of whom is this member, also where presence is hidden. */
  pairsWith(userId: number): [viewerId: number, userId: number][];
  /** The members with sockets on this server that watch this member, also where presence is hidden. */
  viewersOf(userId: number): number[];
  /** Every member who watches on this server, or is watched. */
  everybody(): number[];
  /** The members whom each of these viewers watches on this server, also where presence is hidden. */
  watchedBy(isAsked: (viewerId: number) => boolean): Map<number, number[]>;
  /** The viewer's sockets on this server stop watching these members, and see them as offline. */
  unwatchLocally(viewerId: number, userIds: readonly number[]): void;
  /** Like `hide`, on this server only. */
  hideLocally(viewerId: number, userId: number): void;
  /** Like `hideLocally`, and also sends the event to sockets from which the presence is hidden already. */
  hideAgainLocally(viewerId: number, userId: number): void;
  showLocally(viewerId: number, presence: Presence): void;
  /** The viewer no longer receives the member's presence, on any server, and sees them as offline. */
  hide(viewerId: number, userId: number): void;
  /** Sends this presence, and later changes, to the viewer's sockets that wait for the member's presence. */
  show(viewerId: number, presence: Presence): void;
  toWatchersOf(presence: Presence): void;
  /** To this server's sockets only. */
  toOwnWatchersOf(presence: Presence): void;
}

const PRESENCE_PREFIX = 'p:';
/** Room of the sockets that will receive a member's presence once they may see it. */
const HIDDEN_PREFIX = 'h:';
const hiddenRoom = (userId: number) => `${HIDDEN_PREFIX}${userId}`;
const presenceRoom = (userId: number) => `${PRESENCE_PREFIX}${userId}`;

/** The members whose presence a socket receives, or will receive once it may see it. */
const watchedBy = (socket: MemberSocket): number[] =>
  [...socket.rooms].flatMap((room) => (/^[ph]:\d+$/u.test(room) ? [Number(room.slice(PRESENCE_PREFIX.length))] : []));

export function createWatchers(deps: {
  io: Io;
  sockets: SocketRegistry;
  /** Whether there are other servers to notify. */
  clustered: boolean;
}): Watchers {
  const { io, sockets, clustered } = deps;
  let onShown: (presence: Presence) => void = () => undefined;
  const showOffline = (socket: MemberSocket, userId: number) =>
    socket.emit('presence:changed', { id: userId, is_online: false, last_active: null });
  const hideFrom = (socket: MemberSocket, userId: number) => {
    void socket.leave(presenceRoom(userId));
    void socket.join(hiddenRoom(userId));
    showOffline(socket, userId);
  };
  const hideLocally = (viewerId: number, userId: number) => {
    for (const socket of sockets.of(viewerId)) if (socket.rooms.has(presenceRoom(userId))) hideFrom(socket, userId);
  };
  const hideAgainLocally = (viewerId: number, userId: number) => {
    for (const socket of sockets.of(viewerId)) if (watchedBy(socket).includes(userId)) hideFrom(socket, userId);
  };
  const showLocally = (viewerId: number, presence: Presence) => {
    for (const socket of sockets.of(viewerId)) {
      if (!socket.rooms.has(hiddenRoom(presence.id))) continue;
      void socket.leave(hiddenRoom(presence.id));
      void socket.join(presenceRoom(presence.id));
      socket.emit('presence:changed', presence);
      onShown(presence);
    }
  };
  io.on('presence:shown', showLocally);
  io.on('presence:hidden', hideLocally);
  const viewersIn = (rooms: readonly string[]): number[] => {
    const { adapter, sockets: byId } = io.of('/');
    const ids = rooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])]);
    return [...new Set(ids.flatMap((id) => byId.get(id)?.data.member.id ?? []))];
  };
  const viewersOf = (userId: number): number[] => viewersIn([presenceRoom(userId), hiddenRoom(userId)]);
  const membersOfRooms = (prefix: string) =>
    [...io.of('/').adapter.rooms.keys()].flatMap((room) =>
      room.startsWith(prefix) ? [Number(room.slice(prefix.length))] : [],
    );
  return {
    watchMembers: (socket, userIds, hiddenIds) =>
      replaceRooms(
        socket,
        [PRESENCE_PREFIX, HIDDEN_PREFIX],
        [...userIds.map(presenceRoom), ...hiddenIds.map(hiddenRoom)],
      ),
    pairsWith(userId) {
      const watchedIds = new Set([...sockets.of(userId)].flatMap(watchedBy));
      return [
        ...viewersOf(userId).map((viewerId): [number, number] => [viewerId, userId]),
        ...[...watchedIds].map((id): [number, number] => [userId, id]),
      ];
    },
    viewersOf,
    everybody() {
      const memberIds = [...sockets.all()].map((socket) => [socket.data.member.id, ...watchedBy(socket)]);
      return [...new Set(memberIds.flat())];
    },
    watchedBy(isAsked) {
      const byViewer = new Map<number, Set<number>>();
      for (const socket of sockets.all()) {
        const { id } = socket.data.member;
        if (!isAsked(id)) continue;
        byViewer.set(id, new Set([...(byViewer.get(id) ?? []), ...watchedBy(socket)]));
      }
      return new Map([...byViewer].map(([viewerId, userIds]) => [viewerId, [...userIds]]));
    },
    unwatchLocally(viewerId, userIds) {
      const unwatched = new Set(userIds);
      for (const socket of sockets.of(viewerId))
        for (const userId of watchedBy(socket)) {
          if (!unwatched.has(userId)) continue;
          void socket.leave(presenceRoom(userId));
          void socket.leave(hiddenRoom(userId));
          showOffline(socket, userId);
        }
    },
    onShown(listener) {
      onShown = listener;
    },
    hideLocally,
    hideAgainLocally,
    showLocally,
    hide(viewerId, userId) {
      hideLocally(viewerId, userId);
      if (clustered) io.serverSideEmit('presence:hidden', viewerId, userId);
    },
    show(viewerId, presence) {
      showLocally(viewerId, presence);
      if (clustered) io.serverSideEmit('presence:shown', viewerId, presence);
    },
    watchedMembers: () => membersOfRooms(PRESENCE_PREFIX),
    hiddenPairs: () =>
      membersOfRooms(HIDDEN_PREFIX).flatMap((userId) =>
        viewersIn([hiddenRoom(userId)]).map((viewerId): [number, number] => [viewerId, userId]),
      ),
    toOwnWatchersOf: (presence) => void io.local.to(presenceRoom(presence.id)).emit('presence:changed', presence),
    toWatchersOf: (presence) => void io.to(presenceRoom(presence.id)).emit('presence:changed', presence),
  };
}

/** Makes these the socket's only rooms among those with one of the prefixes. */
export function replaceRooms(socket: MemberSocket, prefixes: readonly string[], rooms: readonly string[]): void {
  const wantedRooms = new Set(rooms);
  for (const room of socket.rooms)
    if (prefixes.some((prefix) => room.startsWith(prefix)) && !wantedRooms.has(room)) void socket.leave(room);
  for (const room of wantedRooms) if (!socket.rooms.has(room)) void socket.join(room);
}
