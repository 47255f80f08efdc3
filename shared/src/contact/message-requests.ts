import { type Static, Type } from 'typebox';
import { HeldRequest } from '../chat/messages.js';
import { Data, Id, Nullable, Strict } from '../core/common.js';

/** What became of a stranger's first messages to this member; null once they are like any other. */
export const MessageRequestChange = Type.Object({ user_id: Id, request: Nullable(HeldRequest) });
export type MessageRequestChange = Static<typeof MessageRequestChange>;

/** What a member does with a message request. */
export const MessageRequestBody = Strict({ decision: Type.Enum(['accepted', 'ignored']) });
export type MessageRequestBody = Static<typeof MessageRequestBody>;

export const MessageRequestAnswer = Data(MessageRequestChange);
