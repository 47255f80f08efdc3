import { type Static, Type } from 'typebox';
import { Data, Id, Instant, more, Strict } from '../core/schemas.js';

/** The creator offers the project to a member of its team: who accepts is its creator from then on. */
export const Offer = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  creator_id: Id,
  creator_name: Type.String(),
  user_id: Id,
  user_name: Type.String(),
  created_at: Instant,
});
export type Offer = Static<typeof Offer>;

/** An offer that was made, or has ended, as both sides hear of it; `ended`: with the seat of who it was made to. */
export const OfferChange = Type.Object({
  offer: Offer,
  status: Type.Enum(['pending', 'accepted', 'declined', 'taken_back', 'ended']),
});
export type OfferChange = Static<typeof OfferChange>;

/** A project has another creator, as its team hears of it. */
export const Takeover = Type.Object({
  project_id: Id,
  project_title: Type.String(),
  creator_id: Id,
  creator_name: Type.String(),
  former_id: Id,
  former_name: Type.String(),
});
export type Takeover = Static<typeof Takeover>;

export const OfferBody = Strict({ user_id: Id });
export const OfferAnswerBody = Strict({ status: Type.Enum(['accepted', 'declined']) });
export const OfferAnswer = Data(Type.Object({ offer: Offer }));
export const OffersAnswer = Data(Type.Object({ offers: Type.Array(Offer), ...more }));
