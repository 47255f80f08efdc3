import type { ServerPayload, ServerToClient } from '@sangam/shared/app/socket';
import type { Project, ProjectDeletion } from '@sangam/shared/projects/projects';
import type { Io, MemberSocket } from '../transport/io.js';
import type { SocketRegistry } from './registry.js';
import { replaceRooms } from './watchers.js';

/** Sends projects only to the sockets that have them on screen. */
export interface ProjectWatchers {
  /** Replaces the projects that this socket receives: the list, one project, both or neither. */
  watch(socket: MemberSocket, selection: { list: boolean; project_id: number | null }): void;
  toList(event: 'project:created', project: Project): void;
  /** To every socket with the project on screen: its page, or the list. */
  toWatchersOf<E extends 'project:updated' | 'project:deleted'>(event: E, payload: ServerPayload<E>): void;
  /** To the same sockets on all servers, except those of the team: for the others the project is deleted. */
  drop(deleted: ProjectDeletion, teamIds: readonly number[]): void;
}

const PROJECT_PREFIX = 'j:';
const LIST_ROOM = 'projects';
const projectRoom = (projectId: number) => `${PROJECT_PREFIX}${projectId}`;

export function createProjectWatchers(deps: {
  io: Io;
  sockets: SocketRegistry;
  /** Whether there are other servers to notify. */
  clustered: boolean;
}): ProjectWatchers {
  const { io, sockets, clustered } = deps;
  const dropLocally = (deleted: ProjectDeletion, teamIds: readonly number[]) => {
    const team = teamIds.flatMap((id) => Array.from(sockets.of(id), (socket) => socket.id));
    void io.local
      .to([LIST_ROOM, projectRoom(deleted.id)])
      .except(team)
      .emit('project:deleted', deleted);
  };
  io.on('project:hidden', dropLocally);
  return {
    watch: (socket, selection) =>
      replaceRooms(
        socket,
        [PROJECT_PREFIX, LIST_ROOM],
        [
          ...(selection.list ? [LIST_ROOM] : []),
          ...(selection.project_id === null ? [] : [projectRoom(selection.project_id)]),
        ],
      ),
    toList: (event, project) => void io.to(LIST_ROOM).emit(event, project),
    // Each event has only a payload, which the compiler can't see for two events at once.
    toWatchersOf: (event, payload) =>
      void io
        .to([LIST_ROOM, projectRoom(payload.id)])
        .emit(event, ...([payload] as Parameters<ServerToClient[typeof event]>)),
    drop(deleted, teamIds) {
      dropLocally(deleted, teamIds);
      if (clustered) io.serverSideEmit('project:hidden', deleted, teamIds);
    },
  };
}
