import { type Static, Type } from 'typebox';
import { Data, Id, Nullable, Strict } from '../core/schemas.js';

/** The state of a message request: a stranger's first message waits, or was ignored. */
export const HeldRequest = Type.Enum(['waiting', 'ignored']);
export type HeldRequest = Static<typeof HeldRequest>;

/** The new state of a stranger's first messages to this member; null once they are like any other. */
export const MessageRequestChange = Type.Object({ user_id: Id, request: Nullable(HeldRequest) });
export type MessageRequestChange = Static<typeof MessageRequestChange>;

/** A member's decision on a message request. */
export const MessageRequestBody = Strict({ decision: Type.Enum(['accepted', 'ignored']) });
export type MessageRequestBody = Static<typeof MessageRequestBody>;

export const MessageRequestAnswer = Data(MessageRequestChange);
