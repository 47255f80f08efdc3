/** What may be reported. */
export const reportKinds = ['message', 'member', 'project'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Why something is reported, and why a moderator decides as they do. */
export const reportReasons = ['spam', 'harassment', 'hate', 'sexual', 'danger', 'impersonation', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportReasonWords: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or bullying',
  hate: 'Hate or discrimination',
  sexual: 'Sexual content',
  danger: 'Threats, violence or self-harm',
  impersonation: 'Pretending to be somebody else',
  other: 'Something else',
};

/** What a moderator decides on a report. */
export const moderatorDecisions = ['dismiss', 'warn', 'hide', 'suspend'] as const;
export type ModeratorDecision = (typeof moderatorDecisions)[number];

/** What may be decided: a project is hidden only where the report is about one. */
export const decisionsOn = (kind: ReportKind): ModeratorDecision[] =>
  moderatorDecisions.filter((decision) => decision !== 'hide' || kind === 'project');
