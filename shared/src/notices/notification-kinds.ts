import { isKeyOf } from '../core/keys-of.js';

/** The groups in a member's choices; every kind of notification belongs to one. */
export const noticeGroups = ['messages', 'requests', 'outcomes', 'team', 'reminders', 'projects'] as const;
export type NoticeGroup = (typeof noticeGroups)[number];

/** Words that follow "emails about". */
export const noticeGroupWords: Record<NoticeGroup, string> = {
  messages: 'messages',
  requests: 'requests to you',
  outcomes: 'answers to your requests',
  team: 'changes in your teams',
  reminders: 'deadlines',
  projects: 'new projects with skills you follow',
};

/**
 * Screens that show the subject of notifications. `chat` is the team's conversation. The first five are lists whose rows aren't all on
 * screen: `requests` and `interests` in the member's projects, then offers to the member; `seats` includes waitlists.
 */
export const notificationScreens = [
  ...(['requests', 'interests', 'invitations', 'transfers', 'seats', 'project', 'work', 'chat'] as const),
  // Tabs of earlier versions name it; it marks nothing read.
  'dashboard',
] as const;
export type NotificationScreen = (typeof notificationScreens)[number];

/** Properties of a kind. */
interface NoticeTraits {
  /** Its group in a member's choices. */
  group: NoticeGroup;
  /** The screens that mark it read by showing its subject. Deciding a request marks it read, too. */
  readAt: readonly NotificationScreen[];
  /** Needs an answer within a day or two: it comes first in an email, and does not wait for the next morning. */
  endsSoon?: true;
}

/**
 * The kinds of notifications, for pages, pushes and emails (docs/notifications.md). Their times are in quiet-hours-and-mutes.ts and
 * email-delay.ts. Stored rows and open tabs have the names, so `line:placed` (the waitlist's) and `offer:…` (a transfer's) stay.
 */
export const noticeKinds = {
  message: { group: 'messages', readAt: [] },
  'request:received': { group: 'requests', readAt: ['requests', 'project'] },
  'request:reminder': { group: 'reminders', readAt: ['requests', 'project'] },
  'request:last_day': { group: 'reminders', readAt: ['requests', 'project'], endsSoon: true },
  'request:withdrawn': { group: 'requests', readAt: ['project'] },
  'request:lapsed': { group: 'reminders', readAt: ['project'] },
  'request:accepted': { group: 'outcomes', readAt: ['project', 'work', 'chat'] },
  'request:rejected': { group: 'outcomes', readAt: ['project', 'work'] },
  'request:reopened': { group: 'outcomes', readAt: ['project', 'work'] },
  'request:moved': { group: 'outcomes', readAt: ['project', 'work'] },
  'request:unanswered': { group: 'outcomes', readAt: ['project', 'work'] },
  'request:ended': { group: 'outcomes', readAt: ['project', 'work'] },
  'line:placed': { group: 'outcomes', readAt: ['project', 'work'] },
  'waitlist:reminder': { group: 'reminders', readAt: ['seats', 'project', 'work'] },
  'waitlist:last_day': { group: 'reminders', readAt: ['seats', 'project', 'work'], endsSoon: true },
  'waitlist:lapsed': { group: 'outcomes', readAt: ['project', 'work'] },
  'seat:offered': { group: 'outcomes', readAt: ['seats', 'project', 'work'], endsSoon: true },
  'seat:missed': { group: 'outcomes', readAt: ['project', 'work'] },
  'seat:declined': { group: 'requests', readAt: ['project'] },
  'seat:lapsed': { group: 'reminders', readAt: ['project'] },
  'question:received': { group: 'requests', readAt: [] },
  'interest:received': { group: 'requests', readAt: ['interests', 'project'] },
  'interest:reminder': { group: 'reminders', readAt: ['interests', 'project'] },
  'interest:last_day': { group: 'reminders', readAt: ['interests', 'project'], endsSoon: true },
  'interest:withdrawn': { group: 'requests', readAt: ['project'] },
  'interest:lapsed': { group: 'reminders', readAt: ['project'] },
  'interest:approved': { group: 'outcomes', readAt: ['project', 'work'] },
  'interest:denied': { group: 'outcomes', readAt: ['project', 'work'] },
  'interest:moved': { group: 'outcomes', readAt: ['project', 'work'] },
  'interest:unanswered': { group: 'outcomes', readAt: ['project', 'work'] },
  'interest:ended': { group: 'outcomes', readAt: ['project', 'work'] },
  'invitation:received': { group: 'requests', readAt: ['invitations', 'project', 'work'] },
  'invitation:reminder': { group: 'reminders', readAt: ['invitations', 'project', 'work'] },
  'invitation:last_day': { group: 'reminders', readAt: ['invitations', 'project', 'work'], endsSoon: true },
  'invitation:unanswered': { group: 'reminders', readAt: ['project', 'work'] },
  'invitation:ended': { group: 'outcomes', readAt: ['project', 'work'] },
  'invitation:accepted': { group: 'outcomes', readAt: ['project', 'chat'] },
  'invitation:declined': { group: 'outcomes', readAt: ['project'] },
  'invitation:lapsed': { group: 'outcomes', readAt: ['project'] },
  'seat:joined': { group: 'team', readAt: ['project', 'chat'] },
  'seat:left': { group: 'team', readAt: ['project', 'chat'] },
  'seat:removed': { group: 'team', readAt: ['project', 'work'] },
  'offer:received': { group: 'requests', readAt: ['transfers', 'project', 'work'] },
  'offer:leaving': { group: 'requests', readAt: ['transfers', 'project', 'work'] },
  'offer:taken_back': { group: 'requests', readAt: ['project', 'work'] },
  'offer:declined': { group: 'outcomes', readAt: ['project', 'work'] },
  'project:taken_over': { group: 'team', readAt: ['project', 'work', 'chat'] },
  'project:left': { group: 'team', readAt: ['project', 'work'] },
  'project:unlisted': { group: 'reminders', readAt: ['project', 'work'] },
  'project:hidden': { group: 'outcomes', readAt: ['project', 'work'] },
  'project:shown': { group: 'outcomes', readAt: ['project', 'work'] },
  'team:hidden': { group: 'team', readAt: ['project', 'work', 'chat'] },
  'team:shown': { group: 'team', readAt: ['project', 'work', 'chat'] },
  'project:unavailable': { group: 'outcomes', readAt: ['work'] },
  'report:received': { group: 'requests', readAt: [] },
  'report:reviewed': { group: 'outcomes', readAt: [] },
  'account:warned': { group: 'outcomes', readAt: [] },
  'projects:new': { group: 'projects', readAt: [] },
} as const satisfies Record<string, NoticeTraits>;
export type NoticeKind = keyof typeof noticeKinds;
/** The kinds in the list of notifications; messages are counted per conversation instead. */
export type NotificationKind = Exclude<NoticeKind, 'message'>;

/** The other member of the conversation, or the project; null for neither. */
export type About = { member_id: number } | { project_id: number | null };

/** A new message or notification. */
export interface NoticeFacts {
  /** One of noticeKinds, or one that only newer servers know. */
  kind: string;
  about: About;
  /** When it was received. */
  at: Date;
}

/** Kinds that only newer servers know belong to the team's group. */
const unknownTraits: NoticeTraits = { group: 'team', readAt: [] };

export const noticeKindOf = (kind: string): NoticeTraits =>
  isKeyOf(noticeKinds, kind) ? noticeKinds[kind] : unknownTraits;

/** Returns the kinds that a screen marks read. */
export const kindsReadAt = (place: NotificationScreen): string[] =>
  Object.entries<NoticeTraits>(noticeKinds).flatMap(([kind, { readAt }]) => (readAt.includes(place) ? [kind] : []));
