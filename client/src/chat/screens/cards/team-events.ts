import type { TeamEvent, TeamEventKind } from '@sangam/shared/chat/teams';
import { isolate } from '@sangam/shared/core/isolate';
import { sameDay } from '@sangam/shared/core/time';
import type { Card, EventCard } from '../../state/conversation-cards';

interface Words {
  /** Begins with the members' names. */
  isAboutMembers: boolean;
  /** Neighbours of this kind share one line. */
  isShared: boolean;
  /** `isPlural`: "You" or several members are named. */
  say: (event: TeamEvent, isPlural: boolean) => string;
}

const ofMembers = { isAboutMembers: true, isShared: true };
const ofProject = { isAboutMembers: false, isShared: false };
const words: Record<TeamEventKind, Words> = {
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

const wordsOf = (kind: TeamEventKind): Words | undefined => (Object.hasOwn(words, kind) ? words[kind] : undefined);

/** The events of a line, oldest first. */
export type LineEvents = readonly [TeamEvent, ...TeamEvent[]];
export const eventsOf = ({ event, more = [] }: EventCard): LineEvents => [event, ...more];

/**
 * Gathers neighbouring events of one kind and day into one card. It keeps the key of the first, so that its line stays when another
 * joins it.
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
  wordsOf(event.kind)?.isShared === true &&
  event.after_seq === first.after_seq &&
  sameDay(event.at, first.at);

/** A line in words: names, the number of further members, and what happened. */
export interface EventSentence {
  /** The events whose members are named, the reader's first. */
  named: readonly TeamEvent[];
  /** How many more there are. `hasNames`: at least one of them has a name. */
  others: number;
  hasNames: boolean;
  words: string;
}

/** Up to this many names are all shown; of more, all but the last of these. */
const NAMES_MAX = 3;

export const isMember = ({ user_id }: TeamEvent): boolean => user_id !== undefined;

/** Returns the sentence of a line's events; null for a kind that only newer servers know. */
export function sentenceOf(events: LineEvents, me: number): EventSentence | null {
  const [first] = events;
  const found = wordsOf(first.kind);
  if (found === undefined) return null;
  const isMine = ({ user_id }: TeamEvent) => user_id === me;
  const say = found.say(first, events.length > 1 || isMine(first));
  if (!found.isAboutMembers) return { named: [], others: 0, hasNames: false, words: say };
  // A single former member is named as such; several are counted.
  const members = events.length === 1 ? events : events.filter(isMember);
  const inOrder = [...members.filter(isMine), ...members.filter((event) => !isMine(event))];
  const named = events.length > NAMES_MAX ? inOrder.slice(0, NAMES_MAX - 1) : inOrder;
  return { named, others: events.length - named.length, hasNames: named.length < members.length, words: say };
}

/** Names the members that a line counts. */
export function othersWords({ others, hasNames }: EventSentence): string {
  if (hasNames) return `${others} others`;
  return others === 1 ? 'a former member' : `${others} former members`;
}

/** Returns what stands before a name in a list of `count`. */
export const beforeName = (index: number, count: number): string => {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
};
