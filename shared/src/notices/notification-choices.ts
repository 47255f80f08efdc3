/** What members choose by, when they choose how they are told: every kind of news belongs to one group (news-kinds.ts). */
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

/** How long something is unread before it is mailed. `daily`: in the morning. */
export const mailPaces = ['at_once', 'quarter_hour', 'hourly', 'daily', 'never'] as const;
export type MailPace = (typeof mailPaces)[number];
