import { dayMs, hourMs, minuteMs, secondMs } from '../core/limits.js';

export const peopleLimits = {
  nameMaxChars: 80,
  emailMaxChars: 254,
  passwordMaxChars: 128,
  passwordMinStrength: 3,
  resetPasswordMinChars: 6,
  passwordMinChars: 8,
  accountActivityPage: 10,
  accountActivityPageMax: 100,
  resetDoneRedirectMs: 3 * secondMs,
  oauthFailedRedirectMs: 2 * secondMs,
  collegeMaxChars: 120,
  skillsMax: 50,
  skillMaxChars: 50,
  headlineMaxChars: 100,
  aboutMaxChars: 1_000,
  looksForMaxChars: 200,
  linksMax: 3,
  takenRolesMax: 3,
  roleMaxChars: 40,
  memberCardsMax: 10,
  listedForDays: 60,
  picturesMax: 50,
  memberPictureMaxBytes: 3 * 1024 ** 2,
  inactiveAfterMs: 2 * minuteMs,
  heartbeatMs: 30 * secondMs,
  watchMax: 200,
  rememberedSessionMs: 30 * 24 * hourMs,
} as const;

/** Limits that only the server needs, separate so that pages don't load them. */
export const peopleServerLimits = {
  resetLinkMs: hourMs,
  emailLinkMs: dayMs,
  formerAddressMs: 7 * dayMs,
  failedSignInNotedEveryMs: hourMs,
  comeBackMs: 30 * dayMs,
  // of members' pages and projects, for reports
  replacedPageKeptMs: 30 * dayMs,
  replacedPicturesMax: 20,
  ownDataSessionMs: hourMs,
  recentSignInMs: 10 * minuteMs,
  knownDeviceMs: 180 * 24 * hourMs,
  oauthCodeMs: minuteMs,
  oauthFlowMs: 10 * minuteMs,
  sessionMs: 24 * hourMs,
  // since sign-in, however much a remembered session is used
  longestSessionMs: 180 * 24 * hourMs,
  // after sign-up or social sign-in, which have no box to tick
  unaskedSessionMs: 7 * 24 * hourMs,
  // for investigations
  expiredSessionStoredMs: 30 * dayMs,
  // a reload closes one socket and opens the next; watchers should not see a gap
  presenceCloseGraceMs: 2.5 * secondMs,
  restLeaseMs: 75 * secondMs,
  suggestionsMax: 200,
  pageProjectsMax: 20,
  peoplePage: 20,
  memberPictureMaxPixels: 40_000_000,
  memberPictureAddressMs: hourMs,
  fitCandidatesMax: 500,
  // up to this many newer members push nobody out of a list while it is read
  fitCandidatesReserve: 100,
  suggestedPeople: 3,
  // of members, and as many of projects
  dismissalsMax: 500,
  // on the clocks of each member of a team
  nightFromHour: 23,
  nightUntilHour: 7,
  bestTimesMax: 3,
  meetingMinQuarters: 2,
} as const;
