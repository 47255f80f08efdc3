import { type Static, Type } from 'typebox';
import { limits } from '../rules/limits.js';
import { Data, Id, Instant, Limit, more, Nullable, Strict } from './common.js';

/** A screen that shows what notifications are about. */
export const InboxPlace = Type.Enum(['dashboard', 'project', 'work']);
export type InboxPlace = Static<typeof InboxPlace>;

/**
 * What members are notified of, and the screens that read it by showing what it is about (docs/notifications.md). Deciding
 * reads what was decided, too.
 */
export const inboxKinds = {
  'request:received': ['dashboard', 'project'],
  'request:withdrawn': ['project'],
  'request:accepted': ['project', 'work'],
  'request:rejected': ['project', 'work'],
  'request:ended': ['project', 'work'],
  'interest:received': ['project'],
  'interest:approved': ['project', 'work'],
  'interest:denied': ['project', 'work'],
  'interest:ended': ['project', 'work'],
  'seat:joined': ['project'],
  'seat:left': ['project'],
  'seat:removed': ['project', 'work'],
} as const satisfies Record<string, readonly InboxPlace[]>;
export type InboxKind = keyof typeof inboxKinds;

/** One notification. */
export const InboxItem = Type.Object({
  id: Id,
  kind: Type.String({ description: `one of ${Object.keys(inboxKinds).join(', ')}; newer servers may know more` }),
  title: Type.String({ description: 'the title of its project' }),
  project_id: Nullable(Id),
  subject_id: Nullable(Id),
  actor: Nullable(Type.Object({ id: Id, name: Type.String() })),
  created_at: Instant,
  read: Type.Boolean(),
});
export type InboxItem = Static<typeof InboxItem>;

const state = {
  unread: Type.Integer({ minimum: 0 }),
  version: Type.Integer({ minimum: 0, description: 'counts the changes to the inbox' }),
};

/** What one change did to an inbox. Nothing is missing before it if its version follows that of the one before. */
export const InboxChange = Type.Object({
  ...state,
  added: Type.Array(InboxItem, { description: 'came, or took the place of an earlier one' }),
  read_ids: Type.Array(Id),
  cleared_ids: Type.Array(Id),
});
export type InboxChange = Static<typeof InboxChange>;

export const InboxQuery = Strict({
  before: Type.Optional(Id),
  limit: Limit(limits.inboxPage, limits.inboxPageMax),
});
export const InboxAnswer = Data(Type.Object({ items: Type.Array(InboxItem), ...more, ...state }));
export const InboxReadBody = Strict({ ids: Type.Array(Id, { minItems: 1, maxItems: limits.inboxPageMax }) });
/** What a screen has shown: of one project alone where one is named. */
export const InboxSeenBody = Strict({ place: InboxPlace, project_id: Type.Optional(Id) });
export const InboxChangeAnswer = Data(InboxChange);
