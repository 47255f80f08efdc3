import type { projectsClientEvents } from '@sangam/shared/projects/events';
import type { Project, ProjectDeletion, TeamDeparture, TeamRemoval } from '@sangam/shared/projects/projects';
import type { CreatorChange, TransferChange } from '@sangam/shared/projects/transfers';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { ok } from '../platform/lib/result.js';
import type { Live, LiveContext } from '../platform/realtime/live.js';
import type { TeamChange } from './teams/team-events.queries.js';

interface ProjectsEvents {
  'project:created': Project;
  'project:updated': Project;
  /**
   * An update for these members wherever they are: the team of a hidden or finished project, or those whose lists name an edited one.
   */
  'project:updated-for': { project: Project; member_ids: readonly number[] };
  /** A moderator has hidden the project: for everybody outside its team it is gone. */
  'project:hidden': { deleted: ProjectDeletion; team_ids: readonly number[] };
  /**
   * A member left the team of a hidden project, or was removed from it, and no longer sees the project. `deleted.title`: the title that
   * they see from now on.
   */
  'project:lost': { user_id: number; deleted: ProjectDeletion };
  'project:deleted': ProjectDeletion;
  'team:removed': TeamRemoval;
  'team:left': { creator_id: number; departure: TeamDeparture };
  /** `requests`: the pending ones, with the new creator's deadlines. */
  'project:taken-over': { change: CreatorChange; team_ids: readonly number[]; requests: readonly JoinRequest[] };
  /** A member joined or left a team, or its project changed. This changes the team's conversation, so `chat` declares the audience. */
  'team:changed': TeamChange;
  'offer:changed': TransferChange;
}

declare module '../platform/events.js' {
  interface DomainEvents extends ProjectsEvents {}
}

export const projectsLive = ({
  broadcast,
  projectWatchers,
}: LiveContext): Live<keyof typeof projectsClientEvents, Exclude<keyof ProjectsEvents, 'team:changed'>> => ({
  clientEvents: {
    'project:watch': {
      limit: 'eventByMember',
      handle: (socket, payload, respond) => {
        projectWatchers.watch(socket, payload);
        respond(ok({}));
      },
    },
  },
  audiences: {
    'project:created': (project) => {
      projectWatchers.toList('project:created', project);
      broadcast.toMembers([project.creator_id], 'project:mine', project);
    },
    'project:updated': (project) => {
      projectWatchers.toWatchersOf('project:updated', project);
      broadcast.toMembers([project.creator_id], 'project:mine', project);
    },
    'project:updated-for': ({ project, member_ids }) => broadcast.toMembers(member_ids, 'project:updated', project),
    'project:hidden': ({ deleted, team_ids }) => projectWatchers.drop(deleted, team_ids),
    'project:lost': ({ user_id, deleted }) => broadcast.toMembers([user_id], 'project:deleted', deleted),
    'project:deleted': (deleted) => {
      projectWatchers.toWatchersOf('project:deleted', deleted);
      broadcast.toMembers([deleted.creator_id], 'project:deleted', deleted);
    },
    'team:left': ({ creator_id, departure }) => broadcast.toMembers([creator_id], 'team:left', departure),
    'team:removed': (removal) => broadcast.toMembers([removal.creator_id, removal.user_id], 'team:removed', removal),
    'project:taken-over': ({ change, team_ids, requests }) => {
      broadcast.toMembers(team_ids, 'project:taken-over', change);
      for (const request of requests) broadcast.toMembers([request.user_id], 'join-request:mine', request);
    },
    'offer:changed': (change) =>
      broadcast.toMembers([change.offer.creator_id, change.offer.user_id], 'offer:changed', change),
  },
});
