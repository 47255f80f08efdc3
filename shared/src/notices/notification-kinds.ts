/** What members choose by, when they choose how they are told: every kind of news belongs to one group. */
export const newsGroups = ['messages', 'requests', 'outcomes', 'team', 'reminders', 'projects'] as const;
export type NewsGroup = (typeof newsGroups)[number];

/** What stands after "e-mails about". */
export const newsGroupWords: Record<NewsGroup, string> = {
  messages: 'messages',
  requests: 'requests to you',
  outcomes: 'answers to your requests',
  team: 'changes in your teams',
  reminders: 'reminders',
  projects: 'new projects with skills you follow',
};

/** A screen that shows what notifications are about. */
export const inboxPlaces = ['dashboard', 'project', 'work'] as const;
export type InboxPlace = (typeof inboxPlaces)[number];

/** What is the same for all news of a kind. */
interface KindOfNews {
  /** By which members choose how they are told. */
  group: NewsGroup;
  /** The screens that read it by showing what it is about. Deciding reads what was decided, too. */
  readAt: readonly InboxPlace[];
  /** It waits for an answer that is too late after a day or two: it stands first in a mail, and waits for none of the next morning. */
  endsSoon?: true;
}

/**
 * What members are told of: messages, and what their inbox lists. Pages, pushes and mails read it here, and when each of them tells
 * it in delivery.ts (docs/notifications.md).
 */
export const newsKinds = {
  message: { group: 'messages', readAt: [] },
  'request:received': { group: 'requests', readAt: ['dashboard', 'project'] },
  'request:reminder': { group: 'reminders', readAt: ['dashboard', 'project'] },
  'request:last_day': { group: 'reminders', readAt: ['dashboard', 'project'], endsSoon: true },
  'request:withdrawn': { group: 'requests', readAt: ['project'] },
  'request:lapsed': { group: 'reminders', readAt: ['project'] },
  'request:accepted': { group: 'outcomes', readAt: ['project', 'work'] },
  'request:rejected': { group: 'outcomes', readAt: ['project', 'work'] },
  'request:unanswered': { group: 'outcomes', readAt: ['project', 'work'] },
  'request:ended': { group: 'outcomes', readAt: ['project', 'work'] },
  'line:placed': { group: 'outcomes', readAt: ['project', 'work'] },
  'seat:offered': { group: 'outcomes', readAt: ['project', 'work'], endsSoon: true },
  'seat:missed': { group: 'outcomes', readAt: ['project', 'work'] },
  'seat:declined': { group: 'requests', readAt: ['project'] },
  'seat:lapsed': { group: 'reminders', readAt: ['project'] },
  'interest:received': { group: 'requests', readAt: ['project'] },
  'interest:approved': { group: 'outcomes', readAt: ['project', 'work'] },
  'interest:denied': { group: 'outcomes', readAt: ['project', 'work'] },
  'interest:ended': { group: 'outcomes', readAt: ['project', 'work'] },
  'seat:joined': { group: 'team', readAt: ['project'] },
  'seat:left': { group: 'team', readAt: ['project'] },
  'seat:removed': { group: 'team', readAt: ['project', 'work'] },
  'offer:received': { group: 'requests', readAt: ['project', 'work'] },
  'offer:taken_back': { group: 'requests', readAt: ['project', 'work'] },
  'offer:declined': { group: 'outcomes', readAt: ['project', 'work'] },
  'project:taken_over': { group: 'team', readAt: ['project', 'work'] },
  'project:left': { group: 'team', readAt: ['project', 'work'] },
  'project:unlisted': { group: 'reminders', readAt: ['project', 'work'] },
  'project:hidden': { group: 'outcomes', readAt: ['project', 'work'] },
  'project:shown': { group: 'outcomes', readAt: ['project', 'work'] },
  'project:unavailable': { group: 'outcomes', readAt: ['work'] },
  'report:reviewed': { group: 'outcomes', readAt: [] },
  'account:warned': { group: 'outcomes', readAt: [] },
  'projects:new': { group: 'projects', readAt: [] },
} as const satisfies Record<string, KindOfNews>;
export type NewsKind = keyof typeof newsKinds;
/** What the inbox lists; a conversation counts its messages itself. */
export type InboxKind = Exclude<NewsKind, 'message'>;

/** What only newer servers know goes with the news of the team. */
const unknownKind: KindOfNews = { group: 'team', readAt: [] };

export const newsKindOf = (kind: string): KindOfNews =>
  Object.hasOwn(newsKinds, kind) ? newsKinds[kind as NewsKind] : unknownKind;

/** The kinds that a screen reads. */
export const kindsReadAt = (place: InboxPlace): string[] =>
  Object.entries<KindOfNews>(newsKinds).flatMap(([kind, { readAt }]) => (readAt.includes(place) ? [kind] : []));
