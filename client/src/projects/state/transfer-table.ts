import type { Offer } from '@sangam/shared/projects/transfers';
import { createTable, type Moment } from '../../core/store/table';

/** Offers of projects that the member makes or may accept. One that has ended is gone: its id never comes back. */
export const offers = createTable<Offer>();

/** The offer of a project that stands, for its two sides. */
export const useOfferOf = (projectId: number): Offer | undefined =>
  offers.use(({ byId }) => Object.values(byId).find((offer) => offer.project_id === projectId));

/** Takes in what a project's page says of its offer: others that are known from before have ended. */
export function takeOfferOf(projectId: number, offer: Offer | null, asked: Moment): void {
  const newer = new Set(offers.changedSince(asked).map(({ id }) => id));
  const ended = Object.values(offers.use.getState().byId).filter(
    ({ id, project_id }) => project_id === projectId && id !== offer?.id && !newer.has(id),
  );
  for (const { id } of ended) offers.remove(id);
  if (offer) offers.merge([offer], asked);
}
