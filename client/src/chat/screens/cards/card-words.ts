import { interestWord, requestWord } from '../../../requests/screens/parts/request-details';
import type { Card } from '../../state/conversation-cards';

/** What a card is about: its project, which has no page once it was deleted. */
export function projectOf(card: Card): { id: number | null; title: string } {
  const { project_id, project_title, ended_by } = card.kind === 'request' ? card.request : card.interest;
  return { id: ended_by === 'project_deleted' ? null : project_id, title: project_title };
}

/** Whether the reader is the one who asked. */
export const isOwn = (card: Card, me: number): boolean =>
  (card.kind === 'request' ? card.request.user_id : card.interest.requester_id) === me;

/** How it stands, in a word or two. */
export const stateOf = (card: Card): string =>
  card.kind === 'request' ? requestWord(card.request) : interestWord(card.interest);

/** Who asked whom for what, as a sentence; `title` is left out where a link stands for it. */
export function cardWords(card: Card, name: string, me: number, title: string = projectOf(card).title): string {
  const own = isOwn(card, me);
  const words =
    card.kind === 'request'
      ? `${own ? 'You' : name} asked to join`
      : own
        ? 'You are interested in'
        : `${name} is interested in`;
  return `${words} ${title}`.trimEnd();
}
