export { createEndOffers } from './end-between.js';
export type { ProjectOffersService } from './offers.js';
export type { ProjectLifeService } from './service.js';
