import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { OffersService } from './service.js';

export const registerOfferRoutes = (route: Route, offers: OffersService): void =>
  route('GET /api/projects/offers', async ({ member, query }) => ok({ data: await offers.mine(member.id, query) }));
