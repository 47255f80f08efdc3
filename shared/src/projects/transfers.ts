import { type Static, Type } from 'typebox';
import type { HttpCall } from '../core/contract.js';
import { Data, Id, IdParams, Instant, more, PageQuery, Strict } from '../core/schemas.js';
import { ProjectAnswer } from './projects.js';

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

const TransferAnswer = Data(Type.Object({ offer: Transfer }));

export const transferCalls = {
  'GET /api/projects/offers': {
    tag: 'projects',
    summary: 'List transfers that the member may accept, newest first',
    access: 'member',
    query: PageQuery,
    answer: Data(Type.Object({ offers: Type.Array(Transfer), ...more })),
  },
  'PUT /api/projects/:id/offer': {
    tag: 'projects',
    summary: 'Offer a transfer of a project to a team member',
    access: 'member',
    params: IdParams,
    body: Strict({ user_id: Id }),
    answer: TransferAnswer,
  },
  'DELETE /api/projects/:id/offer': {
    tag: 'projects',
    summary: 'Cancel a transfer',
    access: 'member',
    params: IdParams,
    answer: TransferAnswer,
  },
  'PUT /api/projects/:id/offer/status': {
    tag: 'projects',
    summary: 'Accept or decline a transfer',
    access: 'member',
    params: IdParams,
    body: Strict({ status: Type.Enum(['accepted', 'declined']) }),
    answer: ProjectAnswer,
  },
} as const satisfies Record<string, HttpCall>;
