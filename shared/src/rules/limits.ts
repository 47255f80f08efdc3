/** Every limit of the product (docs/rules.md, R14), with its unit in its name. */

export const TIME_ZONE = 'Asia/Kolkata';
export const LOCALE = 'en-IN';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const limits = {
  // accounts
  nameMaxChars: 80,
  emailMaxChars: 254,
  passwordMaxChars: 128,
  passwordMinStrength: 3,
  resetPasswordMinChars: 6,
  accountActivityPage: 10,
  accountActivityPageMax: 100,
  resetDoneRedirectMs: 3 * secondMs,
  oauthFailedRedirectMs: 2 * secondMs,

  // profile
  collegeMaxChars: 120,
  skillsMax: 50,
  skillMaxChars: 50,
  followedSkillsMax: 10,
  /** Several, separated by commas. */
  skillFilterMaxChars: 200,
  urlMaxChars: 300,

  // projects
  titleMaxChars: 120,
  descriptionMaxChars: 4_000,
  timelineMaxChars: 120,
  membersMin: 2,
  membersMax: 20,
  membersDefault: 5,
  projectsPage: 50,
  projectsPageMax: 100,
  searchMaxChars: 100,
  cardSkills: 3,
  dashboardProjects: 6,
  requestMessageMaxChars: 1_000,
  removalWordMaxChars: 200,
  declineWordMaxChars: 200,
  answerDaysMin: 1,
  answerDaysMax: 14,
  answerDaysDefault: 7,
  questionsMax: 3,
  listingEndsSoonMs: 3 * dayMs,
  questionMaxChars: 200,
  questionAnswerMaxChars: 500,
  pendingRequestsMax: 5,
  withdrawnAtOnceMax: 50,
  requestsPage: 50,
  requestsPageMax: 200,
  activityPage: 20,
  activityPageMax: 100,

  // chat
  messageMaxChars: 4_000,
  pendingFirstMessagesMax: 5,
  unansweredMessagesMax: 3,
  emojiMaxUnits: 40,
  reactionsOfMemberMax: 5,
  messagesPage: 50,
  messagesPageMax: 200,
  conversationsPage: 50,
  conversationsPageMax: 200,
  notificationsPage: 50,
  notificationsPageMax: 200,
  memberCardsMax: 10,
  savedPage: 50,
  savedPageMax: 200,
  inboxPage: 30,
  inboxPageMax: 100,
  badgeMax: 9,
  pollIntervalMs: 30 * secondMs,
  focusRefreshDelayMs: 500,
  afterReadRefreshDelayMs: secondMs,
  afterSendSkipMs: 5 * secondMs,
  typingShownMs: 6 * secondMs,

  // pictures and files
  attachmentMaxBytes: 20 * 1024 * 1024,
  attachmentPieceBytes: 256 * 1024,
  attachmentNameMaxChars: 150,
  attachmentsMax: 10,
  attachmentLinksMax: 40,

  // search
  nameSearchMinChars: 3,

  // reports
  reportWordsMaxChars: 500,
  moderatorNoteMaxChars: 500,
  reportsPage: 20,
  reportsPageMax: 100,

  // presence
  inactiveAfterMs: 2 * minuteMs,
  heartbeatMs: 30 * secondMs,
  watchMax: 200,

  // wire
  uptimeDefaultPercent: 99.5,
} as const;

/** Limits that the server alone needs. They stand apart so that pages do not load them. */
export const serverLimits = {
  resetLinkMs: hourMs,
  emailLinkMs: dayMs,
  comeBackMs: 30 * dayMs,
  recentSignInMs: 10 * minuteMs,
  knownDeviceMs: 180 * 24 * hourMs,
  oauthCodeMs: minuteMs,
  oauthFlowMs: 10 * minuteMs,
  sessionMs: 24 * hourMs,
  rememberedSessionMs: 30 * 24 * hourMs,
  // after signing up or a social sign-in, where there is no box to tick
  unaskedSessionMs: 7 * 24 * hourMs,
  suggestionsMax: 200,
  suitedProjects: 3,
  answersToShow: 5,
  answersCounted: 20,
  firstMessagePlaceMs: 14 * 24 * hourMs,
  listedForMs: 14 * dayMs,
  askAgainAfterMs: 7 * 24 * hourMs,
  seatOfferMs: 48 * hourMs,
  lineMax: 50,
  inboxItemsMax: 500,
  mutedMax: 500,
  blockedMax: 1_000,
  pinnedMax: 50,
  savedMax: 5_000,
  newProjectsGatheredMs: 10 * minuteMs,
  pushDevicesMax: 10,
  pushEndpointMaxChars: 1_000,
  mailedAfterMs: 15 * minuteMs,
  mailsApartMs: hourMs,
  hastyMailsApartMs: 5 * minuteMs,
  newsMailedWithinMs: 2 * 24 * hourMs,
  memberFilesMaxBytes: 500 * 1024 * 1024,
  unnamedUploadsMax: 40,
  unnamedUploadMs: dayMs,
  attachmentLinkMs: 15 * minuteMs,
  reportedFileKeptMs: 30 * dayMs,
  pictureMaxPixels: 40_000_000,
  animationMaxPixels: 60_000_000,
  animationMaxFrames: 300,
  reportedNeighbours: 5,
  replacedWordsKeptMs: 30 * dayMs,
  decidedReportKeptMs: 365 * dayMs,
  moderationHistoryMax: 20,
  readNotificationKeptMs: 90 * 24 * hourMs,
  serverLeaseMs: 30 * secondMs,
  serverLeaseRenewMs: 10 * secondMs,
  restLeaseMs: 75 * secondMs,
  bodyMaxBytes: 64 * 1024,
  /** Tabs and devices of one member that are live on one server; further ones poll. */
  socketsPerMemberMax: 20,
} as const;

export const PROJECT_CATEGORIES = [
  'web-development',
  'mobile-development',
  'data-science',
  'ai-ml',
  'blockchain',
  'game-development',
  'other',
] as const;
