/** The parts of contact that other subjects build on. */

export type { BlockHooks, BlocksService } from './blocks/service.js';
export { findOtherIn, haveConversation } from './conversation-ids.queries.js';
export type { ContactLimits } from './limits/service.js';
export {
  acceptAnswered,
  acceptApplicant,
  acceptAsked,
  acceptInTeam,
  questionKeyOf,
  startMessageRequest,
} from './message-requests/service.js';
export { transactAs } from './permissions/acting.js';
export { actingLock, lockAgainstActing, refuseActing, refuseGone } from './permissions/acting.queries.js';
export {
  areStrangers,
  hidesOwnReadMarks,
  hidesPresence,
  hidesReadMarks,
  hidesReadMarksFrom,
  hidesTyping,
  isOutOfSight,
  isReadingReserved,
  mayBeFound,
  mayShowTyping,
  shownEmail,
  shownEmailTo,
  withNamesakeEmails,
} from './permissions/disclosure.queries.js';
export { isListed, isListedIn } from './permissions/listed.queries.js';
export {
  hasPageFor,
  hasPageForEach,
  isNamedToVisitors,
  type PageView,
  pageView,
  pageViewAs,
} from './permissions/member-page.queries.js';
export {
  acceptsNobodyNew,
  areBlocked,
  areTeammates,
  asMember,
  blockLock,
  findOpenProjectOf,
  findPermissions,
  isAmongBlocked,
  isGone,
  lockApplicantsAgainstBlocks,
  pairOf,
} from './permissions/queries.js';
export {
  isLimited,
  isStranger,
  refusalToWrite,
  refuseToAsk,
  refuseToInvite,
  refuseToReach,
} from './permissions/refusals.js';
