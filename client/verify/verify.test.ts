import { type ServerEvent, serverEvents } from '@sangam/shared/app/socket';
import { eventually } from '@sangam/testing/eventually';
import { everyNth, runsAll } from '@sangam/testing/runs';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actions, type Actor, createActions } from './actions.js';
import { type Network, standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { type Actors, type Scenario, scenario } from './scenario.js';
import { teamScenarios } from './team-scenarios.js';

/** The same send again, as from a client without an answer. */
const again = ({ actions, me, other, projectId }: Actors) =>
  actions.write(other, me, 'Once', `00000000-0000-4000-8000-${String(projectId).padStart(12, '0')}`);
const asked = ({ actions, other, projectId }: Actors) => actions.ask(other, projectId);
const iAsked = ({ actions, me, projectId }: Actors) => actions.ask(me, projectId);
const decide = ({ actions, me, other }: Actors, creator: 'me' | 'other', id: number, status: 'accepted' | 'rejected') =>
  actions.decide(creator === 'me' ? me : other, id, status);

const isActive = (actions: Actions, actor: Actor, active: boolean) =>
  actions.call(actor, 'POST /api/users/update-status', {
    body: { isActive: active, lastActive: new Date().toISOString() },
  });

/** Third has a pending join request and interest. */
const waits = ({ actions, third, projectId }: Actors) =>
  Promise.all([actions.ask(third, projectId), actions.connect(third, projectId)]);
/** A new creator's name, data and pending requests are fetched. */
const taken = /\/(projects\/\d+|projects\/(mine|offers|connections\/\w+)|project-requests\/\w+)(\?|$)/u;

/**
 * The event carries the team's size; its members are fetched, and its conversation comes with a refresh. Parts of
 * that refresh which another event overtakes are fetched again, one by one.
 */
const team =
  /\/api\/(projects\/\d+(\/\w+)?$|refresh\?|blocks$|messages\/(unread-count|notifications)|(projects|project-requests)\/[a-z]+)/u;

/** Other's project has no free seat. */
const full = async ({ actions, other, third, projectId }: Actors) => {
  await actions.decide(other, await actions.ask(third, projectId), 'accepted');
  await actions.call(other, 'PATCH /api/projects/:id', { id: projectId, body: { max_members: 2 } });
};

/**
 * Every server event, from each side that receives it. A new event of the contract doesn't compile without a scenario.
 */
const scenarios = {
  'message:new': [
    ...teamScenarios['message:new'],
    scenario({ name: 'another member writes', act: ({ actions, me, other }) => actions.write(other, me, 'Hi') }),
    scenario({
      name: 'I write on another device',
      act: ({ actions, me, other }) => actions.write(me, other, 'Hi'),
    }),
    scenario({
      name: 'a new member writes',
      act: ({ actions, me, third }) => actions.write(third, me, 'First'),
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
    scenario({
      name: 'one that I have read is sent again',
      before: async (actors) => {
        await again(actors);
        await actors.actions.read(actors.me, actors.other);
      },
      act: async (actors) => {
        await again(actors);
        // Waits for the event and the count after it.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      },
      changesNothing: true,
    }),
  ],
  'message:changed': [
    ...teamScenarios['message:changed'],
    scenario({
      name: 'another member edits the last one',
      before: ({ actions, me, other }) => actions.write(other, me, 'Helo'),
      act: ({ actions, me, other }) => actions.edit(other, me, 2, 'Hello again'),
    }),
    scenario({
      name: 'another member deletes one that I have not read',
      before: ({ actions, me, other }) => Promise.all(['a', 'b'].map((text) => actions.write(other, me, text))),
      act: ({ actions, me, other }) => actions.deleteMessage(other, me, 3),
      // The list the bell then shows.
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
    scenario({
      name: 'another member reacts to one of mine',
      before: ({ actions, me, other }) => actions.write(me, other, 'Good news'),
      act: ({ actions, me, other }) => actions.react(other, me, 2, '🎉'),
      // The newest reaction.
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
    scenario({
      name: 'another member pins one',
      before: ({ actions, me, other }) => actions.write(me, other, 'Agenda'),
      act: ({ actions, me, other }) => actions.pin(other, me, 2),
    }),
    scenario({
      name: 'I delete one on another device',
      before: ({ actions, me, other }) => actions.write(me, other, 'Oops'),
      act: ({ actions, me, other }) => actions.deleteMessage(me, other, 2),
    }),
  ],
  'saved:changed': [
    ...teamScenarios['saved:changed'],
    scenario({
      name: 'I save one on another device',
      before: ({ actions, me, other }) => actions.write(other, me, 'Keep me'),
      act: ({ actions, me, other }) => actions.save(me, other, 2),
    }),
    scenario({
      name: 'another member deletes one that I have saved',
      before: async ({ actions, me, other }) => {
        await actions.write(other, me, 'Keep me');
        await actions.read(me, other);
        await actions.save(me, other, 2);
      },
      act: ({ actions, me, other }) => actions.deleteMessage(other, me, 2),
    }),
  ],
  'message:read': [
    ...teamScenarios['message:read'],
    scenario({
      name: 'mine was read',
      before: ({ actions, me, other }) => actions.write(me, other, 'Read me'),
      act: ({ actions, me, other }) => actions.read(other, me),
    }),
    scenario({
      name: 'I read on another device',
      before: ({ actions, me, other }) => actions.write(other, me, 'Unread'),
      act: ({ actions, me, other }) => actions.read(me, other),
    }),
  ],
  'unread:changed': [
    ...teamScenarios['unread:changed'],
    scenario({
      name: 'several come at once',
      act: ({ actions, me, other }) => Promise.all(['a', 'b', 'c'].map((text) => actions.write(other, me, text))),
    }),
    scenario({
      name: 'I mark as unread on another device',
      before: async ({ actions, me, other }) => {
        await actions.write(other, me, 'Later');
        await actions.read(me, other);
      },
      act: ({ actions, me, other }) => actions.markUnread(me, other, 2),
      // The bell has no line for it.
      fetches: /messages\/(unread-count|notifications)/u,
    }),
    scenario({
      name: 'I read on another device what I marked as unread',
      before: async ({ actions, me, other }) => {
        await actions.read(me, other);
        await actions.markUnread(me, other, 1);
      },
      act: ({ actions, me, other }) => actions.read(me, other),
    }),
  ],
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
  'join-request:created': [scenario({ name: 'on my project', act: asked })],
  'join-request:mine': [scenario({ name: 'I ask on another device', creator: 'other', act: iAsked })],
  'join-request:decided': [
    scenario({
      name: 'I accept on another device',
      fetches: team,
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
      fetches: team,
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
      fetches: team,
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
      fetches: team,
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
      // The address.
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
      fetches: team,
      creator: 'other',
      before: ({ actions, third, projectId }) => actions.ask(third, projectId),
      act: (actors, id) => decide(actors, 'other', id, 'accepted'),
    }),
    scenario({
      name: 'a member leaves another’s project',
      fetches: team,
      creator: 'other',
      before: async ({ actions, other, third, projectId }) =>
        actions.decide(other, await actions.ask(third, projectId), 'accepted'),
      act: ({ actions, third, projectId }) => actions.leave(third, projectId),
    }),
  ],
  // Sent to the creator; the two other events bring the changes.
  'team:left': [
    scenario({
      name: 'a member leaves mine',
      fetches: team,
      before: async (actors) => decide(actors, 'me', await asked(actors), 'accepted'),
      act: ({ actions, other, projectId }) => actions.leave(other, projectId),
    }),
  ],
  'team:removed': [
    scenario({
      name: 'I am removed',
      creator: 'other',
      fetches: team,
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
  'profile:changed': [
    scenario({
      name: 'I change mine on another device',
      creator: 'other',
      act: ({ actions, me }) =>
        actions.call(me, 'PUT /api/users/profile', { body: { name: 'New', college: 'IIT', skills: ['Go'] } }),
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
      fetches: team,
    }),
    scenario({
      name: 'I block the sender on another device',
      before: ({ actions, me, third }) => actions.write(third, me, 'May I?'),
      act: ({ actions, me, third }) => actions.call(me, 'PUT /api/blocks/:userId', { userId: third.user.id }),
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
  // Forwarded and never stored: a fetch brings nothing, and it must leave nothing behind.
  typing: [scenario({ name: 'stores nothing', act: async () => undefined, changesNothing: true })],
  'conversation:changed': teamScenarios['conversation:changed'],
  'conversation:left': teamScenarios['conversation:left'],
  'conversation:read': teamScenarios['conversation:read'],
  // Makes the client fetch everything, which `src/app/live/connection.test.ts` covers.
  'pushes:missed': [scenario({ name: 'stores nothing', act: async () => undefined, changesNothing: true })],
} satisfies Record<ServerEvent, Scenario[]>;

let server: TestServer;
let network: Network;
let actions: Actions;

beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  actions = createActions(server.url);
});
beforeEach(() => {
  network = standInForBrowser(server.url);
});
afterAll(() => server.close());

describe('a live event leaves what a fresh fetch brings', () => {
  /** The run before a merge tries the first scenario of every third event. */
  const tried = everyNth(3, Object.entries(scenarios)).flatMap(([event, list]) =>
    (runsAll ? list : list.slice(0, 1)).map((one: Scenario) => [`${event}: ${one.name}`, one] as const),
  );

  it.each(tried)(
    '%s',
    { timeout: 40_000 },
    async (_, { creator = 'me', isInTeam, before, act, fetches = null, changesNothing = false }) => {
      const [me, other, third] = [
        await actions.signUp('Me'),
        await actions.signUp('Other'),
        await actions.signUp('Third'),
      ];
      await actions.write(other, me, 'Hello');
      const projectId = await actions.project(creator === 'me' ? me : other);
      const actors = { actions, me, other, third, projectId, teamId: 0 };
      if (isInTeam) {
        const [first, second] = creator === 'me' ? [me, other] : [other, me];
        await actions.join(second, first, projectId);
        actors.teamId = await actions.teamOf(me, projectId);
      }
      const watched = { other, projectId, ...(isInTeam && { teamId: actors.teamId }) };
      const prepared = await before?.(actors);
      const live = await openClient(me, me.token, watched);
      await live.connect();
      network.refuseReads(me.token, fetches);
      const old = live.screen();
      await act(actors, prepared);
      // Waits for the event first, since each fresh fetch is slow.
      if (!changesNothing) await eventually(() => expect(live.screen()).not.toEqual(old));
      await eventually(
        async () => {
          const fresh = (await openClient(me, me.otherToken, watched)).screen();
          expect(live.screen()).toEqual(fresh);
          // The change must be visible.
          if (!changesNothing) expect(fresh).not.toEqual(old);
        },
        15_000,
        100,
      );
      expect(network.refused).toEqual([]);
    },
  );

  it('stands for every event of the contract', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(Object.keys(serverEvents).toSorted());
  });
});
