import { type Static, Type } from 'typebox';
import { ConversationId } from '../contact/conversation-id.js';
import { Data, Id, Instant, Nullable, Seq, Strict, Text } from '../core/schemas.js';
import { peopleLimits } from '../people/limits.js';
import { projectLimits } from '../projects/limits.js';

const before = {
  before: Type.Optional(Type.String({ format: 'date-time', description: 'of `next`' })),
  before_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'of `next`' })),
};

export const SearchMessagesQuery = Strict({
  q: Type.Optional(Text(projectLimits.searchMaxChars)),
  other_id: Type.Optional({ ...Id, description: 'only in the conversation with this member' }),
  conversation_id: Type.Optional({ ...Id, description: 'only in this conversation' }),
  ...before,
});

/** A found message, in the reader's conversation with the member `other_id` or with a team. */
export const FoundMessage = Type.Object({
  conversation_id: ConversationId,
  other_id: Type.Optional({ ...Id, description: "the other member; absent in a team's conversation" }),
  other_name: Type.String({ description: "the other member's name, or the title of the team's project" }),
  seq: Seq,
  sender_id: Id,
  sender_name: Type.Optional(Type.String({ description: "in a team's conversation only" })),
  excerpt: Type.String({ description: 'an excerpt of the text, from shortly before the first match' }),
  created_at: Instant,
});
export type FoundMessage = Static<typeof FoundMessage>;

export const SearchMessagesAnswer = Data(
  Type.Object({
    messages: Type.Array(FoundMessage, { description: 'newest first' }),
    next: Nullable(
      Type.Object(
        { before: Instant, before_id: Type.Integer({ minimum: 0 }) },
        { description: 'the next page; a page may be empty although more follow' },
      ),
    ),
    is_indexing: Type.Boolean({ description: 'older messages are being indexed, so some may be missing' }),
  }),
);

export const SearchNameQuery = Strict({ q: Type.Optional(Text(peopleLimits.nameMaxChars)) });

export const SearchPeopleQuery = Strict({
  ...SearchNameQuery.properties,
  page: Type.Optional(
    Type.Enum(['yes'], { description: 'members without a conversation only if the caller may see their page' }),
  ),
});

/** A member to whom the reader may write. */
export const FoundPerson = Type.Object({
  id: Id,
  conversation_id: ConversationId,
  name: Type.String(),
  has_conversation: Type.Boolean({ description: 'the two have a message between them' }),
});
export type FoundPerson = Static<typeof FoundPerson>;
export const SearchPeopleAnswer = Data(
  Type.Object({ people: Type.Array(FoundPerson, { description: 'known members first' }) }),
);

export const FoundProject = Type.Object({ id: Id, title: Type.String() });
export type FoundProject = Static<typeof FoundProject>;
export const SearchProjectsAnswer = Data(
  Type.Object({ projects: Type.Array(FoundProject, { description: 'newest first' }) }),
);
