import type { requestsServerEvents } from '@sangam/shared/requests/events';
import { type Actors, asked, decide, fetchesTeam, iAsked, type Scenario, scenario } from './scenario.js';

/** Fills Other's project. */
const full = async ({ actions, other, third, projectId }: Actors) => {
  await actions.decide(other, await actions.ask(third, projectId), 'accepted');
  await actions.call(other, 'PATCH /api/projects/:id', { id: projectId, body: { max_members: 2 } });
};

/** Join requests, interest and invitations. */
export const requestsScenarios = {
  'join-request:created': [scenario({ name: 'on my project', act: asked })],
  'join-request:mine': [scenario({ name: 'I ask on another device', creator: 'other', act: iAsked })],
  'join-request:decided': [
    scenario({
      name: 'I accept on another device',
      fetches: fetchesTeam,
      before: asked,
      act: (actors, id) => decide(actors, 'me', id, 'accepted'),
    }),
    scenario({
      name: 'I reject on another device',
      before: asked,
      act: (actors, id) => decide(actors, 'me', id, 'rejected'),
    }),
    scenario({
      name: 'mine is accepted',
      fetches: fetchesTeam,
      creator: 'other',
      before: iAsked,
      act: (actors, id) => decide(actors, 'other', id, 'accepted'),
    }),
    scenario({
      name: 'mine is rejected',
      creator: 'other',
      before: iAsked,
      act: (actors, id) => decide(actors, 'other', id, 'rejected'),
    }),
    scenario({
      name: 'one is accepted that I made on another device meanwhile',
      creator: 'other',
      act: async (actors) => decide(actors, 'other', await iAsked(actors), 'accepted'),
      fetches: /project-requests\/mine|projects\/\d+|\/api\/(refresh\?|blocks$)/u,
    }),
  ],
  'join-request:withdrawn': [
    scenario({
      name: 'because the project is finished',
      creator: 'other',
      before: (actors) => Promise.all([iAsked(actors), actors.actions.connect(actors.me, actors.projectId)]),
      act: ({ actions, other, projectId }) =>
        actions.call(other, 'PUT /api/projects/:id/state', { id: projectId, body: { state: 'finished' } }),
    }),
    scenario({
      name: 'because I finish mine on another device',
      before: (actors) => Promise.all([asked(actors), actors.actions.connect(actors.other, actors.projectId)]),
      act: ({ actions, me, projectId }) =>
        actions.call(me, 'PUT /api/projects/:id/state', { id: projectId, body: { state: 'finished' } }),
    }),
    scenario({
      name: 'on my project',
      before: asked,
      act: ({ actions, other }, id) => actions.call(other, 'DELETE /api/project-requests/:id', { id }),
    }),
    scenario({
      name: 'mine, on another device',
      creator: 'other',
      before: iAsked,
      act: ({ actions, me }, id) => actions.call(me, 'DELETE /api/project-requests/:id', { id }),
    }),
    scenario({
      name: 'I leave on another device',
      fetches: fetchesTeam,
      creator: 'other',
      before: async (actors) => decide(actors, 'other', await iAsked(actors), 'accepted'),
      act: ({ actions, me, projectId }) => actions.leave(me, projectId),
    }),
  ],
  'join-request:reopened': [
    scenario({
      name: 'I reopen one on another device',
      before: async (actors) => {
        const id = await asked(actors);
        await decide(actors, 'me', id, 'rejected');
        return id;
      },
      act: ({ actions, me }, id) => actions.call(me, 'POST /api/project-requests/:id/reopen', { id }),
    }),
    scenario({
      name: 'mine is reopened',
      creator: 'other',
      before: async (actors) => {
        const id = await iAsked(actors);
        await decide(actors, 'other', id, 'rejected');
        return id;
      },
      act: ({ actions, other }, id) => actions.call(other, 'POST /api/project-requests/:id/reopen', { id }),
    }),
  ],
  'join-request:line': [
    scenario({
      name: 'mine is put on the waitlist',
      creator: 'other',
      before: async (actors) => {
        const id = await iAsked(actors);
        await full(actors);
        return id;
      },
      act: ({ actions, other }, id) => actions.call(other, 'PUT /api/project-requests/:id/line', { id }),
    }),
    scenario({
      name: 'I put one on the waitlist on another device, and a seat is free',
      before: asked,
      act: ({ actions, me }, id) => actions.call(me, 'PUT /api/project-requests/:id/line', { id }),
    }),
    scenario({
      name: 'I take the seat on another device',
      creator: 'other',
      before: async (actors) => {
        const id = await iAsked(actors);
        await actors.actions.call(actors.other, 'PUT /api/project-requests/:id/line', { id });
        return id;
      },
      act: ({ actions, me }, id) =>
        actions.call(me, 'PUT /api/project-requests/:id/offer', { id, body: { status: 'accepted' } }),
      fetches: fetchesTeam,
    }),
  ],
  'connection:created': [
    scenario({
      name: 'on my project',
      act: ({ actions, other, projectId }) => actions.connect(other, projectId),
    }),
  ],
  'connection:mine': [
    scenario({
      name: 'I show interest on another device',
      creator: 'other',
      act: ({ actions, me, projectId }) => actions.connect(me, projectId),
    }),
  ],
  'invitation:changed': [
    scenario({
      name: 'I am invited',
      creator: 'other',
      // Strangers can't invite a member who isn't listed.
      before: ({ actions, me, other }) => actions.write(me, other, 'Hi'),
      act: ({ actions, me, other, projectId }) =>
        actions.call(other, 'POST /api/projects/:id/invitations', { id: projectId, body: { user_id: me.user.id } }),
    }),
    scenario({
      name: 'I decline on another device',
      creator: 'other',
      before: async ({ actions, me, other, projectId }) => {
        await actions.write(me, other, 'Hi');
        const body = { user_id: me.user.id };
        const answer = await actions.call(other, 'POST /api/projects/:id/invitations', { id: projectId, body });
        return answer.data.invitation.id;
      },
      act: ({ actions, me }, id) =>
        actions.call(me, 'PUT /api/invitations/:id/status', { id, body: { status: 'declined' } }),
    }),
  ],
  'connection:decided': [
    scenario({
      name: 'I approve on another device',
      before: ({ actions, other, projectId }) => actions.connect(other, projectId),
      act: ({ actions, me }, id) =>
        actions.call(me, 'PUT /api/projects/connections/:id', { id, body: { status: 'approved' } }),
      // Fetches the email address.
      fetches: /^\/api\/projects\/\d+$/u,
    }),
    scenario({
      name: 'mine is denied',
      creator: 'other',
      before: ({ actions, me, projectId }) => actions.connect(me, projectId),
      act: ({ actions, other }, id) =>
        actions.call(other, 'PUT /api/projects/connections/:id', { id, body: { status: 'denied' } }),
    }),
  ],
} satisfies Record<keyof typeof requestsServerEvents, Scenario[]>;
