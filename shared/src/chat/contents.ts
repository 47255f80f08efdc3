import { Type } from 'typebox';
import { Data, Id, Instant, Limit, Nullable, Strict } from '../core/schemas.js';
import { Attachment } from './attachments.js';
import { chatLimits } from './limits.js';
import { MessageSeq } from './messages.js';

const message = { seq: MessageSeq, sender_id: Id, sender_name: Type.String(), created_at: Instant };

export const ContentsQuery = Strict({
  before: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '`next` of the previous page' }),
  ),
  limit: Limit(chatLimits.contentsPage, chatLimits.contentsPageMax),
});
const next = Nullable(Type.Integer({ minimum: 1, description: 'the next page; null at the end' }));

/** A message with pictures or files. */
const FilesOfMessage = Type.Object({
  ...message,
  attachments: Type.Array(Attachment, { description: 'in the order of the message' }),
});
export const FilesAnswer = Data(
  Type.Object({ files: Type.Array(FilesOfMessage, { description: 'the newest message first' }), next }),
);

/** A message with links. */
const LinksOfMessage = Type.Object({
  ...message,
  links: Type.Array(Type.String(), { description: 'http:// and https:// addresses, each once' }),
});
export const ContentLinksAnswer = Data(
  Type.Object({
    links: Type.Array(LinksOfMessage, { description: 'the newest message first' }),
    next,
    is_indexing: Type.Boolean({ description: 'older messages are still being searched, so some may be missing' }),
  }),
);
