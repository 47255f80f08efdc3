import type { Message } from '@sangam/shared/chat/messages';
import type { Card } from '../../state/conversation-cards';
import type { Thread } from '../../state/thread/threads.reduce';
import type { ThreadItems } from './thread.select';

/** Inserts the cards among a thread's lines, each below the older messages. */
export function withCards(items: ThreadItems, thread: Thread | undefined, cards: readonly Card[]): ThreadItems {
  const shown = thread ? loadedOf(thread, cards) : [];
  if (thread === undefined || shown.length === 0) return items;
  const { messages } = thread;
  /** The line of each card: the number of messages and cards above it. */
  const lines = shown.map((card, index) => countAbove(messages, card) + index);
  /** Counts the cards at or above a line. */
  const cardsUpTo = (line: number): number => countWhile(lines.length, (index) => (lines[index] ?? 0) <= line);
  const cardAt = (line: number, count: number): Card | undefined =>
    lines[count - 1] === line ? shown[count - 1] : undefined;
  return {
    count: items.count + shown.length,
    at: (line) => {
      const count = cardsUpTo(line);
      const card = cardAt(line, count);
      return card ? { kind: 'card', card } : items.at(line - count);
    },
    key: (line) => {
      const count = cardsUpTo(line);
      return cardAt(line, count)?.key ?? items.key(line - count);
    },
    height: (line) => {
      const count = cardsUpTo(line);
      const card = cardAt(line, count);
      return card ? (card.kind === 'event' ? EVENT_PX : CARD_PX) : items.height(line - count);
    },
    lineOf: (index) => index + countWhile(lines.length, (card) => (lines[card] ?? 0) - card <= index),
  };
}

/** An estimate; each card is measured once it is on screen. */
const CARD_PX = 180;
const EVENT_PX = 32;

/** Keeps the cards among loaded messages. The others appear when their messages load. */
function loadedOf({ status, messages, hasOlder, follows }: Thread, cards: readonly Card[]): readonly Card[] {
  if (status !== 'ready' && messages.length === 0) return [];
  const [first, last] = [messages[0], messages.at(-1)];
  return cards.filter(
    (card) =>
      !(hasOlder && first !== undefined && !isAbove(first, card)) &&
      !(!follows && last !== undefined && isAbove(last, card)),
  );
}

/** Whether a message is above a card: by time or, for a team's event, by the number of the message that it follows. */
const isAbove = ({ seq, created_at }: Message, card: Card): boolean =>
  card.kind === 'event' ? seq <= card.event.after_seq : created_at <= card.at;

/** Counts the messages above a card. Message times never go back. */
const countAbove = (messages: Thread['messages'], card: Card): number =>
  countWhile(messages.length, (index) => {
    const message = messages[index];
    return message !== undefined && isAbove(message, card);
  });

/** Binary search: counts the leading indexes for which `holds` is true. */
function countWhile(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
