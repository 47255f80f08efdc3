import type { appServerEvents } from '@sangam/shared/app/events';
import type { contactServerEvents } from '@sangam/shared/contact/events';
import type { noticesServerEvents } from '@sangam/shared/notices/events';
import type { peopleServerEvents } from '@sangam/shared/people/events';
import type { Actions, Actor } from './actions.js';
import { asked, fetchesTeam, iAsked, type Scenario, scenario } from './scenario.js';

const isActive = (actions: Actions, actor: Actor, active: boolean) =>
  actions.call(actor, 'POST /api/users/update-status', {
    body: { isActive: active, lastActive: new Date().toISOString() },
  });

type MemberEvent = keyof (typeof appServerEvents &
  typeof contactServerEvents &
  typeof noticesServerEvents &
  typeof peopleServerEvents);

/** No event reports the requests that a block ends, nor the mentions that it hides. */
const fetchesAfterBlock = /refresh|messages|projects|project-requests/u;

/** Members, their choices and their notifications. */
export const memberScenarios = {
  'presence:changed': [
    scenario({
      name: 'another member comes',
      act: ({ actions, other }) => isActive(actions, other, true),
    }),
    scenario({
      name: 'another member goes',
      before: ({ actions, other }) => isActive(actions, other, true),
      act: ({ actions, other }) => isActive(actions, other, false),
    }),
  ],
  'profile:changed': [
    scenario({
      name: 'I change mine on another device',
      creator: 'other',
      act: ({ actions, me }) =>
        actions.call(me, 'PUT /api/users/profile', { body: { name: 'New', college: 'IIT', skills: ['Go'] } }),
    }),
  ],
  'member:renamed': [
    scenario({
      name: 'an applicant with whom I talk changes theirs',
      before: async (actors) => {
        await actors.actions.write(actors.other, actors.me, 'Unread');
        await asked(actors);
      },
      act: ({ actions, other }) => actions.rename(other, 'Renamed'),
    }),
    scenario({
      name: 'a creator whom I asked changes theirs',
      creator: 'other',
      before: iAsked,
      act: ({ actions, other }) => actions.rename(other, 'Renamed'),
    }),
    scenario({
      name: 'I change mine on another device',
      before: ({ actions, me, other }) => actions.write(me, other, 'Mine'),
      act: ({ actions, me }) => actions.rename(me, 'Renamed'),
    }),
  ],
  'picture:changed': [
    scenario({
      name: 'I remove mine on another device',
      before: ({ actions, me }) => actions.setPicture(me),
      act: ({ actions, me }) => actions.call(me, 'DELETE /api/users/picture'),
      changesNothing: true,
    }),
  ],
  'inbox:changed': [
    scenario({
      name: 'I read it on another device',
      before: asked,
      act: ({ actions, me }) => actions.call(me, 'PUT /api/inbox/read-all'),
    }),
    scenario({
      name: 'I clear it on another device',
      before: async (actors) => {
        await asked(actors);
        const { data } = await actors.actions.call(actors.me, 'GET /api/inbox');
        return data.items[0]?.id ?? 0;
      },
      act: ({ actions, me }, id) => actions.call(me, 'DELETE /api/inbox/:id', { id }),
    }),
  ],
  'choices:changed': [
    scenario({
      name: 'I mute a conversation and a project on another device',
      before: ({ actions, me, projectId }) => actions.call(me, 'PUT /api/projects/:id/mute', { id: projectId }),
      act: ({ actions, me, other }) => actions.call(me, 'PUT /api/messages/mute/:userId', { userId: other.user.id }),
    }),
    scenario({
      name: 'I choose on another device',
      act: ({ actions, me }) => actions.call(me, 'PATCH /api/notification-choices', { body: { push_off: ['team'] } }),
    }),
  ],
  'block:changed': [
    scenario({
      name: 'I block a member on another device',
      act: ({ actions, me, other }) => actions.call(me, 'PUT /api/blocks/:userId', { userId: other.user.id }),
      fetches: fetchesAfterBlock,
    }),
  ],
  'message-request:changed': [
    scenario({
      name: 'a stranger writes',
      act: ({ actions, me, third }) => actions.write(third, me, 'May I?'),
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
    scenario({
      name: 'I accept on another device',
      before: ({ actions, me, third }) => actions.write(third, me, 'May I?'),
      act: ({ actions, me, third }) =>
        actions.call(me, 'PUT /api/messages/requests/:userId', {
          userId: third.user.id,
          body: { decision: 'accepted' },
        }),
    }),
    scenario({
      name: 'I ignore on another device, and the sender goes on',
      before: ({ actions, me, third }) => actions.write(third, me, 'May I?'),
      act: async ({ actions, me, third }) => {
        const ignored = { userId: third.user.id, body: { decision: 'ignored' } } as const;
        await actions.call(me, 'PUT /api/messages/requests/:userId', ignored);
        await actions.write(third, me, 'Hello?');
      },
    }),
    scenario({
      name: 'I answer on another device',
      before: ({ actions, me, third }) => actions.write(third, me, 'May I?'),
      act: ({ actions, me, third }) => actions.write(me, third, 'Yes'),
    }),
    scenario({
      name: 'the sender asks to join',
      before: ({ actions, me, third }) => actions.write(third, me, 'May I?'),
      act: ({ actions, third, projectId }) => actions.ask(third, projectId),
    }),
    scenario({
      name: 'I show interest in the sender’s project on another device',
      before: async ({ actions, me, third }) => {
        await actions.write(third, me, 'May I?');
        return actions.project(third);
      },
      act: ({ actions, me }, project) => actions.connect(me, project),
    }),
    scenario({
      name: 'the sender joins my team',
      creator: 'other',
      before: async (actors) => {
        const { actions, me, other, third } = actors;
        await actions.decide(other, await iAsked(actors), 'accepted');
        await actions.write(third, me, 'May I?');
        return actions.ask(third, actors.projectId);
      },
      act: ({ actions, other }, id) => actions.decide(other, id, 'accepted'),
      fetches: fetchesTeam,
    }),
    scenario({
      name: 'I block the sender on another device',
      before: ({ actions, me, third }) => actions.write(third, me, 'May I?'),
      act: ({ actions, me, third }) => actions.call(me, 'PUT /api/blocks/:userId', { userId: third.user.id }),
      fetches: fetchesAfterBlock,
    }),
    scenario({
      name: 'mine is accepted',
      before: async ({ actions, me, third }) => {
        await actions.write(me, third, 'May I?');
        await actions.read(third, me);
      },
      act: ({ actions, me, third }) =>
        actions.call(third, 'PUT /api/messages/requests/:userId', {
          userId: me.user.id,
          body: { decision: 'accepted' },
        }),
    }),
    scenario({
      name: 'my first message to a member who is there',
      before: ({ actions, third }) => isActive(actions, third, true),
      act: ({ actions, me, third }) => actions.write(me, third, 'May I?'),
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
  ],
  // The event makes the client fetch everything, which `src/app/live/connection.test.ts` covers.
  'pushes:missed': [scenario({ name: 'stores nothing', act: async () => undefined, changesNothing: true })],
} satisfies Record<MemberEvent, Scenario[]>;
