import { type Static, Type } from 'typebox';
import { byMember, byReceiver, ConversationId } from '../contact/conversation-id.js';
import { Data, Id, Instant, Limit, Nullable, Seq, Strict, StrictNaming, Text, Uuid } from '../core/schemas.js';
import { Attachment } from './attachments.js';
import { chatLimits } from './limits.js';
import { Mentions } from './mentions.js';

export const MessageSeq = Type.Integer({ minimum: 1, description: "the message's number in its conversation" });

export const Message = Type.Object({
  id: Id,
  seq: Type.Integer({ minimum: 1, description: "the message's number in its conversation: 1, 2, 3 … in commit order" }),
  client_id: Nullable(Uuid),
  sender_id: Id,
  content: Type.String(),
  created_at: Instant,
  sender_name: Type.String(),
  sender_is_online: Type.Boolean(),
  last_active: Nullable(Instant),
  receiver_id: Type.Optional(Type.Integer({ ...Id, description: 'absent from a message to a team' })),
  conversation_id: ConversationId,
  change: Type.Optional(
    Type.Integer({ minimum: 1, description: 'the number of its last change; absent from one that never changed' }),
  ),
  edited_at: Type.Optional(Type.String({ description: 'when its text was last edited: ISO 8601, UTC' })),
  deleted_at: Type.Optional(
    Type.String({ description: 'when it was deleted: ISO 8601, UTC; `content` is a fixed text then' }),
  ),
  reply_to: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'the number of the message that it replies to; only for a reply',
    }),
  ),
  project_id: Type.Optional(
    Type.Integer({
      ...Id,
      description: "the receiver's project that it asks about; only for a question about a project",
    }),
  ),
  project_title: Type.Optional(
    Type.String({ description: 'the current title of that project, also once it is deleted' }),
  ),
  reactions: Type.Optional(
    Type.Array(Type.Object({ emoji: Type.String(), user_ids: Type.Array(Id) }), {
      description: 'in the order of first use; only for a message with reactions',
    }),
  ),
  pinned: Type.Optional(
    Type.Object(
      { user_id: Id, at: Instant },
      { description: 'the member who pinned it, and when; only for a pinned message' },
    ),
  ),
  mentions: Type.Optional({
    ...Mentions,
    description: 'members whom it mentions; only for a message to a team with mentions',
  }),
  attachments: Type.Optional(
    Type.Array(Attachment, { description: 'pictures and files, in order; only for a message with attachments' }),
  ),
});
export type Message = Static<typeof Message>;

/** A message as an event brings it: a new one, or one that was edited, deleted, pinned or reacted to, as it is now. */
export const LiveMessage = Type.Object({
  ...Message.properties,
  mentions_you: Type.Optional(
    Type.Boolean({
      description: 'true where it mentions this reader for the first time and notifies them: never across a block',
    }),
  ),
});
export type LiveMessage = Static<typeof LiveMessage>;

/** A direct conversation has two members, a team's as many as the team. */
const ConversationKind = Type.Optional(
  Type.Enum(['direct', 'team'], { description: 'of a direct conversation, `id` and `name` are the other member’s' }),
);

const heldRequest = Type.Optional(
  Type.Enum(['waiting', 'ignored'], {
    description: "a stranger's conversation, pending or ignored; absent otherwise",
  }),
);

/** A count of unread messages and its version: the higher version is newer. */
const unreadCount = {
  unread_count: Type.Integer({ minimum: 0 }),
  unread_version: Type.Integer({
    minimum: 0,
    description: 'grows with every message that is counted, and with every one that is read',
  }),
};

/**
 * Where this member marked a conversation as unread, separate from the read mark that the other member sees, and whether they have
 * archived it.
 */
export const UnreadMark = Type.Object({
  from: Type.Union([Seq, Type.Null()], {
    description: 'the number of the first message marked as unread; null once read',
  }),
  version: Type.Integer({ minimum: 1, description: 'a higher number is newer' }),
  archived_until: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        "present while the member has archived the conversation: the number of others' messages after which it returns; the maximum while muted",
    }),
  ),
});
export type UnreadMark = Static<typeof UnreadMark>;
const unreadMark = Type.Optional(UnreadMark);

/** The part of a count that is in message requests. */
const heldCounts = {
  request_count: Type.Optional(
    Type.Integer({ minimum: 0, description: 'pending message requests; absent if there are none' }),
  ),
  request_unread_count: Type.Optional(
    Type.Integer({ minimum: 0, description: 'the part of `unread_count` that is in message requests' }),
  ),
};

/** A conversation as one of its members sees it; `id` is the other member's id. */
export const Conversation = Type.Object({
  id: Id,
  conversation_id: ConversationId,
  kind: ConversationKind,
  name: Type.String(),
  email: Type.String({
    description: "'' unless the two are teammates, or one approved the other's interest",
  }),
  last_message: Nullable(Type.String()),
  last_message_time: Nullable(Instant),
  last_message_sender_id: Nullable(Id),
  last_seq: Seq,
  last_change: Type.Integer({ minimum: 0, description: 'the number of the last change to one of its messages' }),
  ...unreadCount,
  read_seq: Type.Integer({ minimum: 0, description: "this member's read mark" }),
  other_read_seq: Type.Integer({ minimum: 0, description: "the other member's read mark" }),
  unread_mark: unreadMark,
  reaction: Type.Optional(
    Type.Object(
      { seq: Type.Integer({ minimum: 1 }), emoji: Type.String() },
      {
        description:
          "the other member's latest reaction to a message by this member, while newer than the last message",
      },
    ),
  ),
  is_online: Type.Boolean(),
  last_active: Nullable(Instant),
  request: heldRequest,
});
export type Conversation = Static<typeof Conversation>;

const messageBody = {
  ...byReceiver,
  // Leaves room for white space that is trimmed; `cleanMessage` checks the limit itself.
  content: Text(chatLimits.messageMaxChars * 2, 1),
  client_id: Type.Optional(Uuid),
  reply_to: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'the number of the message that it replies to',
    }),
  ),
  attachment_ids: Type.Optional(
    Type.Array(Uuid, {
      minItems: 1,
      maxItems: chatLimits.attachmentsMax,
      uniqueItems: true,
      description: "the sender's uploads, in order; `content` is the caption, or the name of the first",
    }),
  ),
  mentions: Type.Optional({
    ...Mentions,
    description: 'team members mentioned by `@` and this name; others are ignored, as are all in a direct conversation',
  }),
  project_id: Type.Optional(
    Type.Integer({ ...Id, description: "the receiver's project from whose page it is sent; any other is ignored" }),
  ),
};
export const MessageBody = StrictNaming(['receiver_id', 'conversation_id'], messageBody);
export type MessageBody = Static<typeof MessageBody>;

/** Over the socket the idempotency key is required. */
export const MessageSend = StrictNaming(['receiver_id', 'conversation_id'], { ...messageBody, client_id: Uuid });
export type MessageSend = Static<typeof MessageSend>;

export const MarkReadBody = Strict({ up_to: Type.Optional(Seq) });
export const MessageRead = StrictNaming(['user_id', 'conversation_id'], { ...byMember, up_to: Type.Optional(Seq) });
export type MessageRead = Static<typeof MessageRead>;

export const ThreadQuery = Strict({
  before: Type.Optional(Seq),
  after: Type.Optional(Seq),
  changed_since: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'messages that changed after this number, in order of change; without `before` and `after`',
    }),
  ),
  limit: Limit(chatLimits.messagesPage, chatLimits.messagesPageMax),
});

export const ConversationsQuery = Strict({
  before: Type.Optional(Type.String({ format: 'date-time', description: 'last_message_time of the last row seen' })),
  before_id: Type.Optional(
    Type.Integer({ ...Id, description: 'with `before`: id of the last row seen, for rows of the same time' }),
  ),
  limit: Limit(chatLimits.conversationsPage, chatLimits.conversationsPageMax),
});

export const UnreadConversationsQuery = Strict({
  before: Type.Optional(Type.Integer({ ...Id, description: 'sender_id of the last row seen' })),
  limit: Limit(chatLimits.unreadConversationsPage, chatLimits.unreadConversationsPageMax),
});

const UnreadCount = Type.Object({ ...unreadCount, ...heldCounts });
export type UnreadCount = Static<typeof UnreadCount>;

/** Absolute values, so that repeated and lost events do no harm. The higher version is newer. */
export const Unread = Type.Object({
  ...unreadCount,
  ...heldCounts,
  conversation: Type.Object({
    id: Type.Optional(Type.Integer({ ...Id, description: 'the other member; absent from a team’s conversation' })),
    conversation_id: ConversationId,
    ...unreadCount,
    unread_mark: unreadMark,
  }),
});
export type Unread = Static<typeof Unread>;

export const ReadReceipt = Type.Object({
  conversation_id: ConversationId,
  reader_id: Id,
  other_id: Type.Optional(Type.Integer({ ...Id, description: 'the other member; absent from a team’s conversation' })),
  up_to: Seq,
  read_at: Instant,
});
export type ReadReceipt = Static<typeof ReadReceipt>;

export const Notification = Type.Object({
  id: Id,
  conversation_id: ConversationId,
  sender_id: Id,
  sender_name: Type.String(),
  content: Type.String({ description: "the newest unread message's" }),
  ...unreadCount,
  created_at: Instant,
  request: heldRequest,
});
export type Notification = Static<typeof Notification>;

export const MessageAnswer = Data(Message);
export const ThreadAnswer = Data(
  Type.Object({
    conversation_id: ConversationId,
    kind: ConversationKind,
    messages: Type.Array(Message, { description: 'ascending by seq; with changed_since, by change' }),
    has_more: Type.Boolean({ description: 'there is more in the requested direction' }),
    last_seq: Seq,
    last_change: Type.Integer({ minimum: 0, description: 'the number of the last change to one of its messages' }),
    read_seq: Seq,
    other_read_seq: Seq,
    first_unread_seq: Type.Union([Seq, Type.Null()], {
      description: "the other member's first unread message; null when all are read",
    }),
    unread_mark: unreadMark,
    pinned_seqs: Type.Optional(
      Type.Array(Seq, {
        description: 'the numbers of all pinned messages, newest pin first; absent if there are none',
      }),
    ),
    user: Type.Optional(
      Type.Object(
        {
          id: Id,
          name: Type.String(),
          is_online: Type.Boolean(),
          last_active: Nullable(Instant),
          is_blocked: Type.Optional(Type.Boolean({ description: 'by this member' })),
          request: heldRequest,
        },
        { description: 'the other member; absent from a team’s conversation' },
      ),
    ),
  }),
);
export const ConversationsAnswer = Data(
  Type.Object({ conversations: Type.Array(Conversation), has_more: Type.Boolean() }),
);
export const MarkReadAnswer = Data(Unread);
export const UnreadCountAnswer = Data(UnreadCount);
export const UnreadConversationsAnswer = Data(
  Type.Object({ notifications: Type.Array(Notification), has_more: Type.Boolean() }),
);
