import { dayMs, minuteMs, secondMs } from '../core/limits.js';

export const chatLimits = {
  messageMaxChars: 4_000,
  emojiMaxUnits: 40,
  reactionsOfMemberMax: 5,
  messagesPage: 50,
  messagesPageMax: 200,
  conversationsPage: 50,
  conversationsPageMax: 200,
  unreadConversationsPage: 50,
  unreadConversationsPageMax: 200,
  savedPage: 50,
  savedPageMax: 200,
  contentsPage: 30,
  contentsPageMax: 100,
  afterReadRefreshDelayMs: secondMs,
  afterSendSkipMs: 5 * secondMs,
  typingShownMs: 6 * secondMs,
  attachmentMaxBytes: 20 * 1024 * 1024,
  attachmentPieceBytes: 256 * 1024,
  attachmentNameMaxChars: 150,
  attachmentsMax: 10,
  attachmentLinksMax: 40,
  attachmentLinkMs: 15 * minuteMs,
  mentionsMax: 20,
  mentionNameMaxChars: 100,
  smallTeamMax: 5,
} as const;

/** Limits that only the server needs, separate so that pages do not load them. */
export const chatServerLimits = {
  pinnedMax: 50,
  savedMax: 5_000,
  memberFilesMaxBytes: 500 * 1024 * 1024,
  unnamedUploadsMax: 40,
  unnamedUploadMs: dayMs,
  pictureMaxPixels: 40_000_000,
  animationMaxPixels: 60_000_000,
  animationMaxFrames: 300,
  replacedWordsKeptMs: 30 * dayMs,
  // of a message's earlier wordings, besides the first and the last
  wordingsMaxChars: 8_000,
  teamMentionsPerDay: 3,
} as const;
