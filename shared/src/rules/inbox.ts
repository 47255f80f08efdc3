/** A screen that shows what notifications are about. */
export const inboxPlaces = ['dashboard', 'project', 'work'] as const;
export type InboxPlace = (typeof inboxPlaces)[number];

/**
 * What members are notified of, and the screens that read it by showing what it is about (docs/notifications.md). Deciding
 * reads what was decided, too.
 */
export const inboxKinds = {
  'request:received': ['dashboard', 'project'],
  'request:reminder': ['dashboard', 'project'],
  'request:last_day': ['dashboard', 'project'],
  'request:withdrawn': ['project'],
  'request:lapsed': ['project'],
  'request:accepted': ['project', 'work'],
  'request:rejected': ['project', 'work'],
  'request:unanswered': ['project', 'work'],
  'request:ended': ['project', 'work'],
  'line:placed': ['project', 'work'],
  'seat:offered': ['project', 'work'],
  'seat:missed': ['project', 'work'],
  'seat:declined': ['project'],
  'seat:lapsed': ['project'],
  'interest:received': ['project'],
  'interest:approved': ['project', 'work'],
  'interest:denied': ['project', 'work'],
  'interest:ended': ['project', 'work'],
  'seat:joined': ['project'],
  'seat:left': ['project'],
  'seat:removed': ['project', 'work'],
  'offer:received': ['project', 'work'],
  'offer:taken_back': ['project', 'work'],
  'offer:declined': ['project', 'work'],
  'project:taken_over': ['project', 'work'],
  'project:unlisted': ['project', 'work'],
  'projects:new': [],
} as const satisfies Record<string, readonly InboxPlace[]>;
export type InboxKind = keyof typeof inboxKinds;

/** The kinds that a screen reads. */
export const kindsReadAt = (place: InboxPlace): string[] =>
  Object.entries<readonly InboxPlace[]>(inboxKinds).flatMap(([kind, places]) => (places.includes(place) ? [kind] : []));
