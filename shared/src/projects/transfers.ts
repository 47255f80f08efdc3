import { type Static, Type } from 'typebox';
import { Data, Id, Instant, more, Strict } from '../core/schemas.js';

/** A pending transfer: the creator offers the project to a member of its team, who becomes the creator by accepting. */
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

/** A new or ended transfer, as both sides see it; `ended`: with the recipient's seat. */
export const OfferChange = Type.Object({
  offer: Offer,
  status: Type.Enum(['pending', 'accepted', 'declined', 'taken_back', 'ended']),
});
export type OfferChange = Static<typeof OfferChange>;

/** A project got a new creator, as its team sees it. */
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
