import type { TeamEvent, TeamEventKind } from '@sangam/shared/chat/teams';
import { isolate } from '@sangam/shared/core/isolate';
import { sameDay } from '@sangam/shared/core/time';
import type { Card, EventCard } from '../../state/conversation-cards';

interface Wording {
  /** Whether the sentence starts with the members' names. */
  isAboutMembers: boolean;
  /** Whether neighbouring events of this kind share a line. */
  isShared: boolean;
  /** `isPlural`: "You" or several members are named. */
  say: (event: TeamEvent, isPlural: boolean) => string;
}

const ofMembers = { isAboutMembers: true, isShared: true };
const ofProject = { isAboutMembers: false, isShared: false };
const wordings: Record<TeamEventKind, Wording> = {
  joined: { ...ofMembers, say: () => 'joined the team' },
  left: { ...ofMembers, say: () => 'left the team' },
  removed: { ...ofMembers, say: (_, isPlural) => `${isPlural ? 'were' : 'was'} removed from the team` },
  gone: { ...ofMembers, say: () => 'left Sangam' },
  creator_changed: {
    isAboutMembers: true,
    isShared: false,
    say: (_, isPlural) => `${isPlural ? 'are' : 'is'} the new creator`,
  },
  renamed: { ...ofProject, say: ({ word = '' }) => `The project is now called “${isolate(word)}”` },
  finished: { ...ofProject, say: () => 'The project was finished' },
  reopened: { ...ofProject, say: () => 'The project was reopened' },
};

const wordingOf = (kind: TeamEventKind): Wording | undefined =>
  Object.hasOwn(wordings, kind) ? wordings[kind] : undefined;

/** The events of a line, oldest first. */
export type LineEvents = readonly [TeamEvent, ...TeamEvent[]];
export const eventsOf = ({ event, more = [] }: EventCard): LineEvents => [event, ...more];

/**
 * Gathers neighbouring events of one kind and day into one card. The card keeps the key of its first event, so that its line stays when
 * another event joins.
 */
export function gatherEvents(cards: readonly Card[]): readonly Card[] {
  const gathered: Card[] = [];
  for (const card of cards) {
    const last = gathered.at(-1);
    if (card.kind === 'event' && last?.kind === 'event' && belongsTo(last, card))
      gathered[gathered.length - 1] = { ...last, more: [...(last.more ?? []), card.event] };
    else gathered.push(card);
  }
  return gathered;
}

const belongsTo = ({ event: first }: EventCard, { event }: EventCard): boolean =>
  event.kind === first.kind &&
  wordingOf(event.kind)?.isShared === true &&
  event.after_seq === first.after_seq &&
  sameDay(event.at, first.at);

/** The sentence of a line: names, the number of other members, and what happened. */
interface EventSentence {
  /** The events whose members are named, the reader's first. */
  named: readonly TeamEvent[];
  /** How many members aren't named. `hasNames`: at least one of the line's members has a name. */
  others: number;
  hasNames: boolean;
  text: string;
}

/** Up to this many names are shown; with more members, one name fewer and the number of the others. */
const NAMES_MAX = 3;

export const isMember = ({ user_id }: TeamEvent): boolean => user_id !== undefined;

/** Returns the sentence of a line's events; null for a kind that only newer servers know. */
export function sentenceOf(events: LineEvents, me: number): EventSentence | null {
  const [first] = events;
  const wording = wordingOf(first.kind);
  if (wording === undefined) return null;
  const isMine = ({ user_id }: TeamEvent) => user_id === me;
  const text = wording.say(first, events.length > 1 || isMine(first));
  if (!wording.isAboutMembers) return { named: [], others: 0, hasNames: false, text };
  // A single former member is named "Former member"; several are only counted.
  const members = events.length === 1 ? events : events.filter(isMember);
  const inOrder = [...members.filter(isMine), ...members.filter((event) => !isMine(event))];
  const named = events.length > NAMES_MAX ? inOrder.slice(0, NAMES_MAX - 1) : inOrder;
  return { named, others: events.length - named.length, hasNames: named.length < members.length, text };
}

/** Returns the words for the members that a line only counts. */
export function othersText({ others, hasNames }: EventSentence): string {
  if (hasNames) return `${others} others`;
  return others === 1 ? 'a former member' : `${others} former members`;
}

/** Returns the separator before a name in a list of `count` names. */
export const beforeName = (index: number, count: number): string => {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
};
