import type { Route } from '../../http/contract-route.js';
import { ok } from '../../lib/result.js';
import type { OffersService } from './service.js';

export const registerOfferRoutes = (route: Route, offers: OffersService): void =>
  route('GET /api/projects/offers', async ({ member, query }) => ok({ data: await offers.mine(member.id, query) }));
