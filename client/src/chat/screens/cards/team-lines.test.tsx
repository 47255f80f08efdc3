import type { TeamEvent } from '@sangam/shared/chat/teams';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { create } from 'zustand';
import '../../../app/live/subjects';
import { findDialog, show } from '../../../testing/render';
import { ME, member, messages } from '../../../testing/samples';
import type { Card } from '../../state/conversation-cards';
import { newThread, type Thread } from '../../state/thread/threads.reduce';
import { threadItems } from '../thread-items/thread.select';
import { CardAnnouncer, CardRow, withCards } from './CardRow';

const first = new Date(2026, 0, 5, 10);
const event = (id: number, change: Partial<TeamEvent> = {}): TeamEvent => ({
  id,
  kind: 'joined',
  at: new Date(first.getTime() + id * 1_000).toISOString(),
  after_seq: 2,
  user_id: 100 + id,
  user_name: `Member ${id}`,
  ...change,
});
const card = (one: TeamEvent): Card => ({ kind: 'event', key: `e${one.id}`, at: one.at, event: one });
const thread: Thread = { ...newThread, status: 'ready', messages: messages(1, 3), lastSeq: 3 };
const placed = (events: readonly TeamEvent[]) => withCards(threadItems(thread, [], ME), thread, events.map(card));
const keys = (events: readonly TeamEvent[]) => {
  const items = placed(events);
  return Array.from({ length: items.count }, (_, line) => items.key(line));
};
const joins = (count: number) => Array.from({ length: count }, (_, index) => event(index + 1));

/** The team's events so far. */
const useEvents = create<{ events: readonly TeamEvent[] }>(() => ({ events: [] }));
const happen = (events: readonly TeamEvent[]) => act(() => useEvents.setState({ events }));

/** The lines of a team, as its thread shows them. */
function Lines() {
  const { events } = useEvents();
  const items = placed(events);
  const lines = Array.from({ length: items.count }, (_, line) => items.at(line));
  return (
    <>
      {lines.map((item) => item?.kind === 'card' && <CardRow key={item.card.key} card={item.card} me={ME} />)}
      <CardAnnouncer cards={events.map(card)} me={ME} />
    </>
  );
}
const showLines = (events: readonly TeamEvent[]) => {
  useEvents.setState({ events });
  return show(<Lines />, { as: member });
};
const said = () => [...document.querySelectorAll('bdi[dir=ltr]')].map((line) => line.textContent);

it('neighbours of one kind and day share a line, which keeps its key', () => {
  expect(keys(joins(1))).toEqual([1_001, 1_002, 'e1', 1_003]);
  expect(keys(joins(12))).toEqual([1_001, 1_002, 'e1', 1_003]);
  expect(keys([...joins(2), event(3, { kind: 'left' }), event(4)])).toEqual([1_001, 1_002, 'e1', 'e3', 'e4', 1_003]);
  expect(keys([event(1, { after_seq: 1 }), event(2)])).toEqual([1_001, 'e1', 1_002, 'e2', 1_003]);
  const nextDay = new Date(first.getTime() + 86_400_000).toISOString();
  expect(keys([event(1), event(2, { at: nextDay })])).toEqual([1_001, 1_002, 'e1', 'e2', 1_003]);
});

it('each new title and each new creator has its own line', () => {
  const renamed = { kind: 'renamed' as const, word: 'Kiosk' };
  expect(keys([event(1, renamed), event(2, renamed)])).toEqual([1_001, 1_002, 'e1', 'e2', 1_003]);
  const changed = { kind: 'creator_changed' as const };
  expect(keys([event(1, changed), event(2, changed)])).toEqual([1_001, 1_002, 'e1', 'e2', 1_003]);
});

/** An event of a member whose account is gone. */
const former = (id: number, change: Partial<TeamEvent> = {}): TeamEvent => {
  const { user_id: _, user_name: __, ...rest } = event(id, change);
  return rest;
};
it.each<[TeamEvent[], string]>([
  [joins(1), 'Member 1 joined the team'],
  [joins(2), 'Member 1 and Member 2 joined the team'],
  [joins(3), 'Member 1, Member 2 and Member 3 joined the team'],
  [joins(4), 'Member 1, Member 2 and 2 others joined the team'],
  [[event(1), event(2, { user_id: ME })], 'You and Member 1 joined the team'],
  [joins(2).map((one) => ({ ...one, kind: 'removed' })), 'Member 1 and Member 2 were removed from the team'],
  [[former(1, { kind: 'gone' })], 'Former member left Sangam'],
  [[former(1), former(2)], '2 former members joined the team'],
  [[event(1), former(2)], 'Member 1 and a former member joined the team'],
  [[...joins(2), former(3), event(4)], 'Member 1, Member 2 and 2 others joined the team'],
])('reads as one sentence: %#', (events, sentence) => {
  showLines(events);
  expect(said()).toEqual([sentence]);
});

it('a press on a line names all of its members, including those who join meanwhile', async () => {
  const user = showLines(joins(12));
  await user.click(screen.getByRole('button', { name: '10 others' }));
  const names = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(names(await findDialog('12 members joined the team'))).toEqual(joins(12).map(({ user_name }) => user_name));
  happen([...joins(12), event(13, { user_id: ME, user_name: 'Me' })]);
  const all = await findDialog('13 members joined the team');
  expect(names(all)).toHaveLength(13);
  expect(within(all).getByRole('link', { name: 'Me' }).parentElement?.textContent).toBe('Me (you)');
  await user.keyboard('{Escape}');
  // The pointer is still on the line, so its wording stays.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '10 others' })));
});

it('a line stays as it is while the pointer is on it', async () => {
  const user = showLines(joins(2));
  await user.hover(screen.getByRole('link', { name: 'Member 1' }));
  happen(joins(3));
  expect(said()).toEqual(['Member 1 and Member 2 joined the team']);
  await user.hover(document.body);
  await waitFor(() => expect(said()).toEqual(['Member 1, Member 2 and Member 3 joined the team']));
});

it('announces members who join while the conversation is open, together if they join together', async () => {
  showLines(joins(2));
  const announced = () => document.querySelector('[role=status].sr-only')?.textContent;
  expect(announced()).toBe('');
  happen(joins(3));
  expect(announced()).toBe('Member 3 joined the team');
  happen(joins(5));
  expect(announced()).toBe('Member 4 and Member 5 joined the team');
});
