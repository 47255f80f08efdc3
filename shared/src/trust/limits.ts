import { dayMs } from '../core/limits.js';

export const trustLimits = {
  reportWordsMaxChars: 500,
  moderatorNoteMaxChars: 500,
  reportedMessagesMax: 20,
  reportsPage: 20,
  reportsPageMax: 100,
} as const;

/** Limits of the server only, separate so that pages do not load them. */
export const trustServerLimits = {
  reportedFileKeptMs: 30 * dayMs,
  // after a member has left a team's conversation
  formerMemberReportsMs: 30 * dayMs,
  reportedNeighbours: 5,
  // with those that repeated reports have added
  messagesInReportMax: 100,
  // of those about the same subject that a moderator reads at once
  reportsInCaseMax: 20,
  // of the replaced texts of a page
  earlierPagesMax: 20,
  // of what the member wrote to the reporter besides messages: the newest in any case, more while they are short
  reportedNotesMin: 20,
  reportedNotesMax: 100,
  reportedNotesMaxChars: 50_000,
  contextStep: 10,
  // before and after each reported message
  contextMax: 50,
  // before each, if sent in the time before it: short messages don't push an earlier one out of reach
  contextBeforeMax: 500,
  contextBeforeMs: 7 * dayMs,
  decidedReportKeptMs: 365 * dayMs,
  moderationHistoryMax: 20,
} as const;
