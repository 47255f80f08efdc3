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
  other: 'Something else',
};

/** A moderator's decisions on a report. */
export const moderatorDecisions = ['dismiss', 'warn', 'hide', 'suspend'] as const;
export type ModeratorDecision = (typeof moderatorDecisions)[number];

/** How many days a moderator may suspend a member for; otherwise the suspension has no end. */
export const suspensionDays = [1, 7, 30] as const;
export type SuspensionDays = (typeof suspensionDays)[number];

/** Returns the possible decisions: hiding is for reports about a project only. */
export const decisionsOn = (kind: ReportKind): ModeratorDecision[] =>
  moderatorDecisions.filter((decision) => decision !== 'hide' || kind === 'project');
