import { type InboxKind, inboxKinds } from './inbox.js';

/** What members choose by, when they choose how they are told: every notification, and messages, belong to one group. */
export const newsGroups = ['messages', 'requests', 'outcomes', 'team', 'reminders', 'projects'] as const;
export type NewsGroup = (typeof newsGroups)[number];

const groups: Record<InboxKind, NewsGroup> = {
  'request:received': 'requests',
  'request:reminder': 'reminders',
  'request:last_day': 'reminders',
  'request:withdrawn': 'requests',
  'request:lapsed': 'reminders',
  'request:accepted': 'outcomes',
  'request:rejected': 'outcomes',
  'request:unanswered': 'outcomes',
  'request:ended': 'outcomes',
  'line:placed': 'outcomes',
  'seat:offered': 'outcomes',
  'seat:missed': 'outcomes',
  'seat:declined': 'requests',
  'seat:lapsed': 'reminders',
  'interest:received': 'requests',
  'interest:approved': 'outcomes',
  'interest:denied': 'outcomes',
  'interest:ended': 'outcomes',
  'offer:received': 'requests',
  'offer:taken_back': 'requests',
  'offer:declined': 'outcomes',
  'seat:joined': 'team',
  'seat:left': 'team',
  'seat:removed': 'team',
  'project:taken_over': 'team',
  'project:unlisted': 'reminders',
  'projects:new': 'projects',
};

/** The group of a notification; one of a kind that only newer servers know goes with the team's. */
export const newsGroupOf = (kind: string): NewsGroup =>
  Object.hasOwn(inboxKinds, kind) ? groups[kind as InboxKind] : 'team';

/** What stands after "e-mails about". */
export const newsGroupWords: Record<NewsGroup, string> = {
  messages: 'messages',
  requests: 'requests to you',
  outcomes: 'answers to your requests',
  team: 'changes in your teams',
  reminders: 'reminders',
  projects: 'new projects with skills you follow',
};

/** How long something is unread before it is mailed. `daily`: in the morning. */
export const mailPaces = ['at_once', 'quarter_hour', 'hourly', 'daily', 'never'] as const;
export type MailPace = (typeof mailPaces)[number];
