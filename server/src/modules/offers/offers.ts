export { endOffer, endOfferTo } from './ends.js';
export { offered, takenOver } from './notifications.js';
export { type OfferRow, presentOffer } from './present.js';
export { findOffer, insertOffer, listOffersBetween, listOffersOf } from './queries.js';
export type { OffersService } from './service.js';
