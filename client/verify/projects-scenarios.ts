import type { projectsServerEvents } from '@sangam/shared/projects/events';
import { type Actors, asked, decide, fetchesTeam, iAsked, type Scenario, scenario } from './scenario.js';

/** Gives Third a pending join request and interest. */
const waits = ({ actions, third, projectId }: Actors) =>
  Promise.all([actions.ask(third, projectId), actions.connect(third, projectId)]);
/** Matches the fetches after a transfer: the new creator's name, data and pending requests, and all lists on screen, including blocks. */
const taken = /\/(blocks|projects\/\d+|projects\/(mine|offers|connections\/\w+)|project-requests\/\w+)(\?|$)/u;

/** Projects, their teams and their transfers. */
export const projectsScenarios = {
  'project:created': [scenario({ name: 'by another member', act: ({ actions, other }) => actions.project(other) })],
  'project:mine': [scenario({ name: 'I post one on another device', act: ({ actions, me }) => actions.project(me) })],
  'project:updated': [
    scenario({
      name: 'I edit mine on another device',
      before: asked,
      act: ({ actions, me, projectId }) =>
        actions.call(me, 'PATCH /api/projects/:id', { id: projectId, body: { title: 'Lander', max_members: 9 } }),
    }),
    scenario({
      name: 'a seat of another’s project is taken',
      fetches: fetchesTeam,
      creator: 'other',
      before: ({ actions, third, projectId }) => actions.ask(third, projectId),
      act: (actors, id) => decide(actors, 'other', id, 'accepted'),
    }),
    scenario({
      name: 'a member leaves another’s project',
      fetches: fetchesTeam,
      creator: 'other',
      before: async ({ actions, other, third, projectId }) =>
        actions.decide(other, await actions.ask(third, projectId), 'accepted'),
      act: ({ actions, third, projectId }) => actions.leave(third, projectId),
    }),
  ],
  // This event goes to the creator; two other events bring the changes.
  'team:left': [
    scenario({
      name: 'a member leaves mine',
      fetches: fetchesTeam,
      before: async (actors) => decide(actors, 'me', await asked(actors), 'accepted'),
      act: ({ actions, other, projectId }) => actions.leave(other, projectId),
    }),
  ],
  'team:removed': [
    scenario({
      name: 'I am removed',
      creator: 'other',
      fetches: fetchesTeam,
      before: async (actors) => decide(actors, 'other', await iAsked(actors), 'accepted'),
      act: ({ actions, me, other, projectId }) =>
        actions.removeMember(other, projectId, me.user.id, 'Thank you for your time'),
    }),
  ],
  'project:deleted': [
    scenario({
      name: 'one that I asked to join',
      creator: 'other',
      before: iAsked,
      act: ({ actions, other, projectId }) => actions.call(other, 'DELETE /api/projects/:id', { id: projectId }),
      fetches: /\/projects\?/u,
    }),
  ],
  'offer:changed': [
    scenario({
      name: 'a transfer is offered to me',
      creator: 'other',
      before: async (actors) => decide(actors, 'other', await iAsked(actors), 'accepted'),
      act: ({ actions, me, other, projectId }) => actions.offer(other, projectId, me.user.id),
    }),
    scenario({
      name: 'mine is declined',
      before: async (actors) => {
        await decide(actors, 'me', await asked(actors), 'accepted');
        await actors.actions.offer(actors.me, actors.projectId, actors.other.user.id);
      },
      act: ({ actions, other, projectId }) => actions.answerTransfer(other, projectId, 'declined'),
    }),
  ],
  'project:taken-over': [
    scenario({
      name: 'from me, with pending requests',
      fetches: taken,
      before: async (actors) => {
        await waits(actors);
        await decide(actors, 'me', await asked(actors), 'accepted');
        await actors.actions.offer(actors.me, actors.projectId, actors.other.user.id);
      },
      act: ({ actions, other, projectId }) => actions.answerTransfer(other, projectId, 'accepted'),
    }),
    scenario({
      name: 'by me on another device, with pending requests',
      creator: 'other',
      fetches: taken,
      before: async (actors) => {
        await waits(actors);
        await decide(actors, 'other', await iAsked(actors), 'accepted');
        await actors.actions.offer(actors.other, actors.projectId, actors.me.user.id);
      },
      act: ({ actions, me, projectId }) => actions.answerTransfer(me, projectId, 'accepted'),
    }),
    scenario({
      name: 'where I wait for an answer',
      creator: 'other',
      fetches: taken,
      before: async (actors) => {
        const { actions, other, third, projectId } = actors;
        await iAsked(actors);
        await actions.decide(other, await actions.ask(third, projectId), 'accepted');
        await actions.offer(other, projectId, third.user.id);
      },
      act: ({ actions, third, projectId }) => actions.answerTransfer(third, projectId, 'accepted'),
    }),
  ],
} satisfies Record<keyof typeof projectsServerEvents, Scenario[]>;
