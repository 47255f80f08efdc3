import { type Static, Type } from 'typebox';
import { Data, Id, Instant, Limit, more, Nullable, Strict } from '../core/schemas.js';
import { noticeLimits } from './limits.js';
import { noticeKinds, notificationScreens } from './notification-kinds.js';

const { message: _, ...notificationKinds } = noticeKinds;

/** One notification. */
export const NotificationItem = Type.Object({
  id: Id,
  kind: Type.String({
    description: `one of ${Object.keys(notificationKinds).join(', ')}; newer servers may know more`,
  }),
  title: Type.String({ description: 'the title of its project; of new projects, a sentence' }),
  project_id: Nullable(Id),
  subject_id: Nullable(Id),
  actor: Nullable(Type.Object({ id: Id, name: Type.String() })),
  link: Type.Optional(Type.String({ description: 'its page, unless kind and project determine it' })),
  created_at: Instant,
  read: Type.Boolean(),
  quiet: Type.Optional(
    Type.Literal(true, {
      description: 'repeats one of the last day, so it is only listed, without toast, push or email',
    }),
  ),
});
export type NotificationItem = Static<typeof NotificationItem>;

const state = {
  unread: Type.Integer({ minimum: 0 }),
  version: Type.Integer({ minimum: 0, description: 'counts changes to the notifications' }),
};

/** One change to a member's notifications. A gap in versions means that a change was missed. */
export const NotificationsChange = Type.Object({
  ...state,
  added: Type.Array(NotificationItem, { description: 'new, or in place of earlier ones' }),
  read_ids: Type.Array(Id),
  cleared_ids: Type.Array(Id),
});
export type NotificationsChange = Static<typeof NotificationsChange>;

export const NotificationListQuery = Strict({
  before: Type.Optional(Id),
  limit: Limit(noticeLimits.notificationsPage, noticeLimits.notificationsPageMax),
});
export const NotificationListAnswer = Data(Type.Object({ items: Type.Array(NotificationItem), ...more, ...state }));
export const NotificationsReadBody = Strict({
  ids: Type.Array(Id, { minItems: 1, maxItems: noticeLimits.notificationsPageMax }),
});
/** Marks a screen's notifications read, only those of one project or about these subjects if they are given. */
export const NotificationsSeenBody = Strict({
  place: Type.Enum([...notificationScreens]),
  project_id: Type.Optional(Id),
  subject_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: noticeLimits.notificationsPageMax })),
});
export type NotificationsSeen = Static<typeof NotificationsSeenBody>;
export const NotificationsChangeAnswer = Data(NotificationsChange);
