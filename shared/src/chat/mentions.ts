import { type Static, Type } from 'typebox';
import { Id, Strict } from '../core/schemas.js';
import { chatLimits } from './limits.js';

/** A member who is mentioned in a message to a team, with their name as it is written after the `@`. */
export const Mention = Strict({
  user_id: Type.Optional(Type.Integer({ ...Id, description: 'absent for the whole team' })),
  name: Type.String({ minLength: 1, maxLength: chatLimits.mentionNameMaxChars }),
});
export type Mention = Static<typeof Mention>;

export const Mentions = Type.Array(Mention, { minItems: 1, maxItems: chatLimits.mentionsMax });
