/** Things that can be reported. */
export const reportKinds = ['message', 'member', 'project'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Reasons for a report, and for a moderator's decision. */
export const reportReasons = ['spam', 'harassment', 'hate', 'sexual', 'danger', 'impersonation', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportReasonWords: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or bullying',
  hate: 'Hate or discrimination',
  sexual: 'Sexual content',
  danger: 'Threats, violence or self-harm',
  impersonation: 'Pretending to be someone else',
  other: 'Other misconduct',
};

/** A moderator's decisions on a report. */
export const moderatorDecisions = ['dismiss', 'warn', 'remove', 'hide', 'suspend'] as const;
export type ModeratorDecision = (typeof moderatorDecisions)[number];

/** How many days a moderator may suspend a member for; otherwise the suspension has no end. */
export const suspensionDays = [1, 7, 30] as const;
export type SuspensionDays = (typeof suspensionDays)[number];

/** Decisions that only one kind of report can get, with that kind. */
const onlyForKind: Partial<Record<ModeratorDecision, ReportKind>> = { hide: 'project', remove: 'member' };

/** Returns the possible decisions on a report of this kind. */
export const decisionsOn = (kind: ReportKind): ModeratorDecision[] =>
  moderatorDecisions.filter((decision) => (onlyForKind[decision] ?? kind) === kind);

/** Whether a decision acts on a member's account, which must then still exist. */
export const isAgainstMember = (decision: ModeratorDecision): boolean =>
  decision === 'warn' || decision === 'remove' || decision === 'suspend';

/** Whether a decision may have a moderator's message to the member. */
export const mayHaveMessage = (decision: ModeratorDecision): boolean => decision !== 'dismiss';

/** Parts of a member's page that a moderator may remove. */
export const removableParts = [
  'picture',
  'headline',
  'about',
  'looks_for',
  'takes_roles',
  'college',
  'skills',
  'github_link',
  'links',
] as const;
export type RemovablePart = (typeof removableParts)[number];

/** Words that follow "your". */
export const removablePartWords: Record<RemovablePart, string> = {
  picture: 'picture',
  headline: 'headline',
  about: 'text about you',
  looks_for: 'text about what you look for',
  takes_roles: 'roles',
  college: 'college',
  skills: 'skills',
  github_link: 'GitHub link',
  links: 'links',
};
