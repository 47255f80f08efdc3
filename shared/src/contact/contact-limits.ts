import { type Static, Type } from 'typebox';
import { Data, Id, Nullable, Strict } from '../core/schemas.js';

export const KnocksQuery = Strict({ user_id: Id });

const left = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));

/** What of the member's may still wait for an answer; null where nothing is counted. */
export const KnocksLeft = Type.Object({
  requests_left: left("join requests and interest; null towards a team mate's project"),
  first_messages_left: left('first messages to somebody new'),
  messages_left: left(
    'messages to this member before their first answer; null once they have written, and between team mates and members with a request',
  ),
});
export type KnocksLeft = Static<typeof KnocksLeft>;

export const KnocksAnswer = Data(KnocksLeft);
