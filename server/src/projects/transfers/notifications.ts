import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { TransferRow } from './present.js';

/** One notification of each side for each offer. */
export const keyOf = (id: number): string => `offer:${id}`;

const about = (offer: TransferRow) => ({
  ...{ key: keyOf(offer.id), title: offer.project_title, project_id: offer.project_id, subject_id: offer.id },
});

/** Tells who a project is offered to that it is, or that the creator took the offer back. */
export const offered = (kind: 'offer:received' | 'offer:taken_back', offer: TransferRow): NewNotification => ({
  ...{ ...about(offer), user_id: offer.user_id, kind, actor_id: offer.creator_id },
});

/** Tells the creator that the offer was declined. */
export const declined = (offer: TransferRow): NewNotification => ({
  ...{ ...about(offer), user_id: offer.creator_id, kind: 'offer:declined', actor_id: offer.user_id },
});

/** Tells the rest of the team who the creator is now. */
export const takenOver = (team: readonly { id: number }[], offer: TransferRow): NewNotification[] =>
  team
    .filter(({ id }) => id !== offer.user_id)
    .map(({ id }) => ({ ...about(offer), user_id: id, kind: 'project:taken_over', actor_id: offer.user_id }));
