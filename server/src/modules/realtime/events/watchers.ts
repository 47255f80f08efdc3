import type { Project } from '@sangam/shared/contract/projects';
import type { ServerPayload, ServerToClient } from '@sangam/shared/contract/socket';
import type { Presence } from '@sangam/shared/contract/users';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io, MemberSocket } from '../transport/io.js';

/** Presence and projects are pushed only to the sockets that watch them. */
export interface Watchers {
  /** Replaces the set of members whose presence this socket receives. */
  watchMembers(socket: MemberSocket, userIds: readonly number[]): void;
  /** Replaces the projects that this socket receives: the list, one project, both or neither. */
  watchProjects(socket: MemberSocket, shown: { list: boolean; project_id: number | null }): void;
  /** The members whose presence a socket of this server watches. */
  watchedMembers(): number[];
  /** Neither of the two receives the other's presence any more, on any server. */
  part(a: number, b: number): void;
  toWatchersOf(presence: Presence): void;
  /** To this server's sockets alone. */
  toOwnWatchersOf(presence: Presence): void;
  toProjectList(event: 'project:created', project: Project): void;
  /** To who has the project on screen: its page, or the list. */
  toProject<E extends 'project:updated' | 'project:deleted'>(event: E, payload: ServerPayload<E>): void;
}

const PRESENCE_PREFIX = 'p:';
const presenceRoom = (userId: number) => `${PRESENCE_PREFIX}${userId}`;
const projectRoom = (projectId: number) => `j:${projectId}`;
const LIST_ROOM = 'projects';

export function createWatchers(deps: {
  io: Io;
  sockets: SocketRegistry;
  /** Whether there are other servers to notify. */
  clustered: boolean;
}): Watchers {
  const { io, sockets, clustered } = deps;
  const partHere = (a: number, b: number) => {
    for (const socket of sockets.of(a)) void socket.leave(presenceRoom(b));
    for (const socket of sockets.of(b)) void socket.leave(presenceRoom(a));
  };
  io.on('members:parted', partHere);
  const replaceRooms = (socket: MemberSocket, prefixes: readonly string[], rooms: readonly string[]) => {
    const wanted = new Set(rooms);
    for (const room of socket.rooms)
      if (prefixes.some((prefix) => room.startsWith(prefix)) && !wanted.has(room)) void socket.leave(room);
    for (const room of wanted) if (!socket.rooms.has(room)) void socket.join(room);
  };
  return {
    watchMembers: (socket, userIds) => replaceRooms(socket, [PRESENCE_PREFIX], userIds.map(presenceRoom)),
    watchProjects: (socket, shown) =>
      replaceRooms(
        socket,
        ['j:', LIST_ROOM],
        [...(shown.list ? [LIST_ROOM] : []), ...(shown.project_id === null ? [] : [projectRoom(shown.project_id)])],
      ),
    part(a, b) {
      partHere(a, b);
      if (clustered) io.serverSideEmit('members:parted', a, b);
    },
    watchedMembers: () =>
      [...io.of('/').adapter.rooms.keys()].flatMap((room) =>
        room.startsWith(PRESENCE_PREFIX) ? [Number(room.slice(PRESENCE_PREFIX.length))] : [],
      ),
    toOwnWatchersOf: (presence) => void io.local.to(presenceRoom(presence.id)).emit('presence:changed', presence),
    toWatchersOf: (presence) => void io.to(presenceRoom(presence.id)).emit('presence:changed', presence),
    toProjectList: (event, project) => void io.to(LIST_ROOM).emit(event, project),
    toProject: (event, payload) =>
      void io
        .to([LIST_ROOM, projectRoom(payload.id)])
        .emit(event, ...([payload] as Parameters<ServerToClient[typeof event]>)),
  };
}
