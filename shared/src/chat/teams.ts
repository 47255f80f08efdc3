import { type Static, Type } from 'typebox';
import { ChangeCount, Data, Id, Instant, Nullable, Seq, Strict } from '../core/schemas.js';
import { UnreadMark } from './messages.js';

const TeamId = Type.Integer({ ...Id, description: "the conversation's id" });
const People = Type.Integer({
  minimum: 0,
  description:
    'grows whenever a member joins or leaves, and with each change of a name or title; a higher number is newer',
});

/** A participant is notified of every message, of mentions only, or of nothing. */
const teamNotifications = ['all', 'mentions', 'off'] as const;
export type TeamNotifications = (typeof teamNotifications)[number];

/** A team's conversation as one of its participants sees it in the list. */
export const TeamConversation = Type.Object({
  conversation_id: TeamId,
  project_id: Id,
  name: Type.String({ description: "the project's title" }),
  people: People,
  member_count: Type.Integer({ minimum: 1 }),
  active_at: Type.String({ description: 'when its newest message was sent, or when it began: the order of the list' }),
  last_message: Nullable(Type.String()),
  last_message_time: Nullable(Instant),
  last_message_sender_id: Nullable(Id),
  last_message_sender_name: Nullable(Type.String()),
  last_seq: Seq,
  last_change: Type.Integer({ minimum: 0, description: 'the number of the last change to one of its messages' }),
  unread_count: Type.Integer({ minimum: 0 }),
  unread_version: Type.Integer({
    minimum: 0,
    description: 'grows by one with every message by another participant, and with every change of a mark',
  }),
  read_seq: Type.Integer({ minimum: 0, description: "this member's read mark" }),
  unread_mark: Type.Optional(UnreadMark),
  mention_seq: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'the first unread message that mentions this member; absent if there is none',
    }),
  ),
  notify: Type.Enum(teamNotifications),
  notify_version: Type.Optional(ChangeCount),
});
export type TeamConversation = Static<typeof TeamConversation>;

const teamEventKinds = [
  'joined',
  'left',
  'removed',
  'gone',
  'creator_changed',
  'renamed',
  'finished',
  'reopened',
] as const;
export type TeamEventKind = (typeof teamEventKinds)[number];

/** Something that happened to the team, shown as a line of its conversation: it has no message number and is never unread. */
export const TeamEvent = Type.Object({
  id: Id,
  kind: Type.Enum(teamEventKinds),
  at: Instant,
  after_seq: Type.Integer({ minimum: 0, description: 'the last message before it' }),
  user_id: Type.Optional(
    Type.Integer({ ...Id, description: 'the member concerned; absent from events of the project' }),
  ),
  user_name: Type.Optional(Type.String({ description: 'their current name' })),
  word: Type.Optional(Type.String({ description: "with `renamed`: the project's new title" })),
});
export type TeamEvent = Static<typeof TeamEvent>;

/** A current participant. */
const TeamParticipant = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.Optional(Type.String({ description: 'of participants who share their name with another of them' })),
  is_creator: Type.Boolean(),
  is_online: Type.Boolean(),
  last_active: Nullable(Instant),
  joined_at: Instant,
  read_seq: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'the read mark; absent if either of the two hides read marks',
    }),
  ),
});

export const TeamInfo = Type.Object({
  conversation_id: TeamId,
  project_id: Id,
  name: Type.String(),
  people: People,
  participants: Type.Array(TeamParticipant, { description: 'the creator first, then in the order of joining' }),
  events: Type.Array(TeamEvent, { description: 'the newest events, oldest first' }),
});
export type TeamInfo = Static<typeof TeamInfo>;

/** A participant's choice of notifications of a team's conversation. */
export const TeamNotifyBody = Strict({ notify: Type.Enum(teamNotifications) });
export const TeamNotifyAnswer = Data(
  Type.Object({ notify: Type.Enum(teamNotifications), notify_version: Type.Optional(ChangeCount) }),
);

export const TeamInfoAnswer = Data(TeamInfo);
export const TeamsAnswer = Data(Type.Object({ teams: Type.Array(TeamConversation) }));

/** A member joined or left, the project changed, or the member's own choice did. `event`: the new line of the conversation, where there is one. */
export const TeamChanged = Type.Object({
  conversation_id: TeamId,
  project_id: Id,
  name: Type.String(),
  people: People,
  member_count: Type.Integer({ minimum: 1 }),
  event: Type.Optional(TeamEvent),
  notify: Type.Optional(
    Type.Enum(teamNotifications, { description: "the member's own new choice, to their own devices" }),
  ),
  notify_version: Type.Optional(ChangeCount),
});
export type TeamChanged = Static<typeof TeamChanged>;

/** The member is no longer a participant. */
export const TeamLeft = Type.Object({ conversation_id: TeamId });
export type TeamLeft = Static<typeof TeamLeft>;

/** How far participants have read since the last such event. */
export const TeamRead = Type.Object({
  conversation_id: TeamId,
  marks: Type.Array(Type.Object({ user_id: Id, read_seq: Type.Integer({ minimum: 0 }) })),
});
export type TeamRead = Static<typeof TeamRead>;
