/** The parts of contact that other subjects build on. */

export type { BlockHooks } from './blocks/hooks.js';
export type { ContactLimits } from './limits/service.js';
export {
  acceptAnswered,
  acceptAsked,
  acceptInTeam,
  acceptOfApplicants,
  holdFirst,
} from './message-requests/transitions.js';
export {
  hidesPresence,
  hidesReadMarks,
  isOutOfSight,
  isReadingReserved,
  mayBeFound,
  mayTellTyping,
  shownEmail,
} from './permissions/disclosure.queries.js';
export {
  areBlocked,
  findPermissions,
  isOpenProjectOf,
  lockApplicantsAgainstBlocks,
  lockForBlock,
} from './permissions/queries.js';
export { isStranger, refusalToWrite, refuseToAsk } from './permissions/standing.js';
