import type { Project } from '@sangam/shared/contract/projects';
import type { Presence } from '@sangam/shared/contract/users';
import type { Device, Io } from './devices.js';

/** Who looks at what: presence and projects are told only to those who look. */
export interface Watchers {
  /** Replaces the set of members whose presence this device hears of. */
  watchMembers(device: Device, userIds: readonly number[]): void;
  /** Replaces what this device shows of projects: the list, one project's page, both or neither. */
  watchProjects(device: Device, shown: { list: boolean; project_id: number | null }): void;
  toWatchersOf(presence: Presence): void;
  toProjectList(event: 'project:created', project: Project): void;
  toProject(project: Project): void;
}

const presenceRoom = (userId: number) => `p:${userId}`;
const projectRoom = (projectId: number) => `j:${projectId}`;
const LIST_ROOM = 'projects';

export function createWatchers(io: Io): Watchers {
  const replace = (device: Device, prefixes: readonly string[], rooms: readonly string[]) => {
    const wanted = new Set(rooms);
    for (const room of device.rooms)
      if (prefixes.some((prefix) => room.startsWith(prefix)) && !wanted.has(room)) void device.leave(room);
    for (const room of wanted) if (!device.rooms.has(room)) void device.join(room);
  };
  return {
    watchMembers: (device, userIds) => replace(device, ['p:'], userIds.map(presenceRoom)),
    watchProjects: (device, shown) =>
      replace(
        device,
        ['j:', LIST_ROOM],
        [...(shown.list ? [LIST_ROOM] : []), ...(shown.project_id === null ? [] : [projectRoom(shown.project_id)])],
      ),
    toWatchersOf: (presence) => void io.to(presenceRoom(presence.id)).volatile.emit('presence:changed', presence),
    toProjectList: (event, project) => void io.to(LIST_ROOM).emit(event, project),
    toProject: (project) => void io.to([LIST_ROOM, projectRoom(project.id)]).emit('project:updated', project),
  };
}
