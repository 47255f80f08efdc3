import type { ServerEvent } from '@sangam/shared/app/socket';
import { type Actors, type Scenario, scenario } from './scenario.js';

const inTeam = <T>(one: Omit<Scenario<T>, 'isInTeam'>): Scenario => scenario({ ...one, isInTeam: true });

/** Matches the fetches of the project's page and the team's conversation: their members and, if there are new ones, the blocks. */
const page = /\/api\/(projects\/\d+(\/\w+)?$|messages\/c\/\d+\/team$|refresh\?|blocks$)/u;
const write = ({ actions, other, teamId }: Actors, content = 'Hi all') => actions.writeIn(other, teamId, content);
const third = ({ actions, me, third, projectId }: Actors) => actions.join(third, me, projectId);

/** Every event in a team's conversation caused by other members, or by me on another device. */
export const teamScenarios = {
  'message:new': [
    inTeam({ name: 'a teammate writes', act: (actors) => write(actors) }),
    inTeam({
      name: 'I write to my team on another device',
      act: ({ actions, me, teamId }) => actions.writeIn(me, teamId, 'Hi all'),
    }),
    scenario({
      name: 'a teammate writes to a team that isn’t open',
      before: async ({ actions, me, other, projectId }) => {
        await actions.join(other, me, projectId);
        return actions.teamOf(me, projectId);
      },
      act: ({ actions, other }, id) => actions.writeIn(other, id, 'Hi all'),
    }),
  ],
  'message:changed': [
    inTeam({
      name: 'a teammate edits the last one',
      before: (actors) => write(actors, 'Helo'),
      act: ({ actions, other, teamId }) => actions.editIn(other, teamId, 1, 'Hello all'),
    }),
    inTeam({
      name: 'a teammate deletes one that I have not read',
      before: async (actors) => {
        for (const content of ['a', 'b']) await write(actors, content);
      },
      act: ({ actions, other, teamId }) => actions.deleteIn(other, teamId, 1),
    }),
  ],
  'saved:changed': [
    inTeam({
      name: 'I save one of my team on another device',
      before: (actors) => write(actors, 'Keep me'),
      act: ({ actions, me, teamId }) => actions.saveIn(me, teamId, 1),
    }),
  ],
  'message:read': [
    inTeam({
      name: 'I read my team on another device',
      before: (actors) => write(actors, 'Unread'),
      act: ({ actions, me, teamId }) => actions.readIn(me, teamId),
    }),
  ],
  'unread:changed': [
    inTeam({
      name: 'several come to my team at once',
      act: (actors) => Promise.all(['a', 'b', 'c'].map((text) => write(actors, text))),
    }),
    inTeam({
      name: 'I mark my team as unread on another device',
      before: async (actors) => {
        for (const content of ['Now', 'Later']) await write(actors, content);
        await actors.actions.readIn(actors.me, actors.teamId);
      },
      act: ({ actions, me, teamId }) => actions.markUnreadIn(me, teamId, 2),
    }),
    inTeam({
      name: 'I archive my team’s conversation on another device',
      before: async (actors) => {
        for (const content of ['Now', 'Later']) await write(actors, content);
      },
      act: ({ actions, me, teamId }) => actions.archiveIn(me, teamId, 2),
    }),
    inTeam({
      name: 'an archived conversation of my team returns',
      before: async (actors) => {
        await write(actors, 'Now');
        await actors.actions.archiveIn(actors.me, actors.teamId, 1);
      },
      act: (actors) => write(actors, 'Later'),
    }),
  ],
  'conversation:changed': [
    inTeam({ name: 'a member joins my team', act: third, fetches: page }),
    inTeam({
      name: 'a member leaves',
      before: third,
      act: ({ actions, third: member, projectId }) => actions.leave(member, projectId),
      fetches: page,
    }),
    inTeam({
      name: 'I remove a member on another device',
      before: third,
      act: ({ actions, me, third: member, projectId }) => actions.removeMember(me, projectId, member.user.id, 'Thanks'),
      fetches: page,
    }),
    inTeam({
      name: 'the project gets a new title',
      creator: 'other',
      act: ({ actions, other, projectId }) =>
        actions.call(other, 'PATCH /api/projects/:id', { id: projectId, body: { title: 'Lander' } }),
      fetches: page,
    }),
    inTeam({
      name: 'the project is finished',
      creator: 'other',
      act: ({ actions, other, projectId }) =>
        actions.call(other, 'PUT /api/projects/:id/state', { id: projectId, body: { state: 'finished' } }),
      fetches: page,
    }),
    inTeam({
      name: 'I choose which messages notify me on another device',
      act: ({ actions, me, teamId }) =>
        actions.call(me, 'PUT /api/messages/c/:conversationId/notify', { id: teamId, body: { notify: 'mentions' } }),
    }),
    scenario({
      name: 'the team gets its second member',
      act: ({ actions, me, other, projectId }) => actions.join(other, me, projectId),
      fetches: page,
    }),
  ],
  'conversation:left': [
    inTeam({
      name: 'I am removed',
      creator: 'other',
      before: (actors) => write(actors),
      act: ({ actions, me, other, projectId }) => actions.removeMember(other, projectId, me.user.id, 'Thanks'),
      fetches: page,
    }),
    inTeam({
      name: 'I leave on another device',
      creator: 'other',
      before: async (actors) => {
        await write(actors);
        await actors.actions.saveIn(actors.me, actors.teamId, 1);
      },
      act: ({ actions, me, projectId }) => actions.leave(me, projectId),
      fetches: page,
    }),
  ],
  'conversation:read': [
    inTeam({
      name: 'a teammate reads',
      before: ({ actions, me, teamId }) => actions.writeIn(me, teamId, 'Read me'),
      act: ({ actions, other, teamId }) => actions.readIn(other, teamId),
    }),
    inTeam({
      name: 'two teammates read',
      before: async (actors) => {
        await third(actors);
        await actors.actions.writeIn(actors.me, actors.teamId, 'Read me');
      },
      act: ({ actions, other, third: member, teamId }) =>
        Promise.all([other, member].map((reader) => actions.readIn(reader, teamId))),
    }),
  ],
} satisfies Partial<Record<ServerEvent, Scenario[]>>;
