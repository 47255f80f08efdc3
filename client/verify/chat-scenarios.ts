import { setTimeout as sleep } from 'node:timers/promises';
import type { chatServerEvents } from '@sangam/shared/chat/events';
import { type Actors, type Scenario, scenario } from './scenario.js';
import { teamScenarios } from './team-scenarios.js';

/** Sends the same message again, as a client does that got no answer. */
const again = ({ actions, me, other, projectId }: Actors) =>
  actions.write(other, me, 'Once', `00000000-0000-4000-8000-${String(projectId).padStart(12, '0')}`);

/** Messages, reads and conversations: the chat's events. */
export const chatScenarios = {
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
        // Waits for the event and the unread count that follows it.
        await sleep(1_000);
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
      // Fetches the list that the bell then shows.
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
    scenario({
      name: 'another member reacts to one of mine',
      before: ({ actions, me, other }) => actions.write(me, other, 'Good news'),
      act: ({ actions, me, other }) => actions.react(other, me, 2, '🎉'),
      // Fetches the newest reaction.
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
      // Fetches the bell's list, which has no line for it.
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
  // A typing event is forwarded and never stored. A fetch brings nothing, so it must leave nothing behind.
  typing: [scenario({ name: 'stores nothing', act: async () => undefined, changesNothing: true })],
  'conversation:changed': teamScenarios['conversation:changed'],
  'conversation:left': teamScenarios['conversation:left'],
  'conversation:read': teamScenarios['conversation:read'],
} satisfies Record<keyof typeof chatServerEvents, Scenario[]>;
