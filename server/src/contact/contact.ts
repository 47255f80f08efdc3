/** The parts of contact that other subjects build on. */

export type { BlockHooks } from './blocks/hooks.js';
export type { Knocks } from './limits/service.js';
export {
  acceptAnswered,
  acceptAsked,
  acceptInTeam,
  acceptOfAskers,
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
  findStanding,
  isOpenProjectOf,
  lockAskersAgainstBlocks,
  lockForBlock,
} from './permissions/queries.js';
export { isStranger, refusalToWrite, refuseToAsk } from './permissions/standing.js';
