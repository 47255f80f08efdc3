import { type Static, Type } from 'typebox';
import { Data, Id, Instant, more, Strict } from '../core/schemas.js';

/** A pending transfer: the creator offers the project to a member of its team, who becomes the creator by accepting. */
export const Transfer = Type.Object({
  id: Id,
  project_id: Id,
  project_title: Type.String(),
  creator_id: Id,
  creator_name: Type.String(),
  user_id: Id,
  user_name: Type.String(),
  created_at: Instant,
  answer_by: Type.Optional(
    Type.String({
      description:
        'ISO 8601, UTC; only if the creator has deleted their account: the first team member to accept by this time becomes the creator',
    }),
  ),
});
export type Transfer = Static<typeof Transfer>;

/** A new or ended transfer, as both sides see it; `ended`: with the recipient's seat, at its deadline, or because another member was first. */
export const TransferChange = Type.Object({
  offer: Transfer,
  status: Type.Enum(['pending', 'accepted', 'declined', 'taken_back', 'ended']),
});
export type TransferChange = Static<typeof TransferChange>;

/** A project got a new creator, as its team sees it. */
export const CreatorChange = Type.Object({
  project_id: Id,
  project_title: Type.String(),
  creator_id: Id,
  creator_name: Type.String(),
  former_id: Id,
  former_name: Type.String(),
});
export type CreatorChange = Static<typeof CreatorChange>;

export const TransferBody = Strict({ user_id: Id });
export const TransferAnswerBody = Strict({ status: Type.Enum(['accepted', 'declined']) });
export const TransferResult = Data(Type.Object({ offer: Transfer }));
export const TransfersAnswer = Data(Type.Object({ offers: Type.Array(Transfer), ...more }));
