import { type Static, Type } from 'typebox';
import { Data, Id, Instant, Limit, more, Nullable, Strict } from '../core/schemas.js';
import { noticeLimits } from './limits.js';
import { inboxPlaces, newsKinds } from './notification-kinds.js';

const { message: _, ...inboxKinds } = newsKinds;

/** One notification. */
export const InboxItem = Type.Object({
  id: Id,
  kind: Type.String({ description: `one of ${Object.keys(inboxKinds).join(', ')}; newer servers may know more` }),
  title: Type.String({ description: 'the title of its project; of new projects, a sentence' }),
  project_id: Nullable(Id),
  subject_id: Nullable(Id),
  actor: Nullable(Type.Object({ id: Id, name: Type.String() })),
  link: Type.Optional(Type.String({ description: 'where it leads, where its kind and project do not say so' })),
  created_at: Instant,
  read: Type.Boolean(),
});
export type InboxItem = Static<typeof InboxItem>;

const state = {
  unread: Type.Integer({ minimum: 0 }),
  version: Type.Integer({ minimum: 0, description: 'counts the changes to the inbox' }),
};

/** One change to a member's notifications. A gap in versions means that a change was missed. */
export const InboxChange = Type.Object({
  ...state,
  added: Type.Array(InboxItem, { description: 'came, or took the place of an earlier one' }),
  read_ids: Type.Array(Id),
  cleared_ids: Type.Array(Id),
});
export type InboxChange = Static<typeof InboxChange>;

export const InboxQuery = Strict({
  before: Type.Optional(Id),
  limit: Limit(noticeLimits.inboxPage, noticeLimits.inboxPageMax),
});
export const InboxAnswer = Data(Type.Object({ items: Type.Array(InboxItem), ...more, ...state }));
export const InboxReadBody = Strict({ ids: Type.Array(Id, { minItems: 1, maxItems: noticeLimits.inboxPageMax }) });
/** Marks a screen's notifications read, only those of one project if one is given. */
export const InboxSeenBody = Strict({ place: Type.Enum([...inboxPlaces]), project_id: Type.Optional(Id) });
export const InboxChangeAnswer = Data(InboxChange);
